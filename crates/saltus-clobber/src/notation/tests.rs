//! What is read, printed and refused.

use crate::rules::read;
use saltus_core::notation::Instance as _;

#[test]
fn canonical_lines() {
    for (line, canonical) in [
        ("  clobber\tline  bwwb ", "clobber line bwwb"),
        ("clobber line .", "clobber line ."),
        ("clobber line bw turns=free", "clobber line bw"),
        ("clobber turns=alternate cycle first=w bww.", "clobber cycle bww. turns=alternate first=w"),
        ("clobber grid bwb/w.b first=b turns=alternate", "clobber grid bwb/w.b turns=alternate first=b"),
        ("clobber grid b/w/.", "clobber grid b/w/."),
        ("clobber cube b", "clobber cube b"),
        ("clobber cube bwwbwb.w turns=alternate", "clobber cube bwwbwb.w turns=alternate"),
        ("clobber hamming 1x3 bwb", "clobber hamming 1x3 bwb"),
        ("clobber hamming 4 bwbw", "clobber hamming 4 bwbw"),
        ("clobber multipartite 1,2 b.w", "clobber multipartite 1,2 b.w"),
        ("clobber turns=alternate multipartite 3 bwb", "clobber multipartite 3 bwb turns=alternate"),
        ("clobber graph bwbw", "clobber graph bwbw"),
        ("clobber graph bwbw 4-1 3-2 1-2", "clobber graph bwbw 1-2 1-4 2-3"),
        ("clobber line 1000", "clobber line 1000"),
        ("clobber cycle 3 turns=alternate first=w", "clobber cycle 3 turns=alternate first=w"),
        ("clobber grid 4x5", "clobber grid 4x5"),
        ("clobber cube 0", "clobber cube 0"),
        ("clobber hamming 3x2x4", "clobber hamming 3x2x4"),
        ("clobber multipartite 3,2,4", "clobber multipartite 3,2,4"),
        ("clobber multipartite 2,2 random seed=1", "clobber multipartite 2,2 wbbb"),
        ("clobber line 7 random seed=1", "clobber line wbbbbbw"),
        ("clobber seed=1 grid 2x2 random turns=alternate", "clobber grid wb/bb turns=alternate"),
        ("clobber cube 2 random seed=1", "clobber cube wbbb"),
        ("clobber hamming 2x2 random seed=1", "clobber hamming 2x2 wbbb"),
    ] {
        let instance = read(line).unwrap_or_else(|bad| panic!("{line}: {bad}"));
        assert_eq!(instance.to_string(), canonical);
        assert_eq!(read(canonical), Ok(instance));
    }
}

#[test]
fn faults_name_their_place() {
    for (line, column, why) in [
        ("clobber", 0, "needs a board and its pawns"),
        ("clobber ring bw", 9, "is no board"),
        ("clobber line", 0, "a line needs its pawns"),
        ("clobber line bwxb", 16, "'x' is neither b, w nor . (no pawn)"),
        ("clobber line bw wb", 17, "named already"),
        ("clobber line 3 wb", 16, "the word random"),
        ("clobber line 3 random", 16, "needs seed=S"),
        ("clobber line 3 random bw seed=1", 23, "named already"),
        ("clobber line 3 random seed=18446744073709551616", 28, "seeds are below 2^64"),
        ("clobber line 3 random seed=x", 28, "is not a whole number"),
        ("clobber line bw seed=1", 22, "a seed goes with the word random"),
        ("clobber line 3 seed=1", 21, "a seed goes with the word random"),
        ("clobber line 0", 14, "has no cells"),
        ("clobber line 03", 14, "is not a whole number"),
        ("clobber line -3", 14, "is not a whole number"),
        ("clobber line 1073741825", 14, "at most 1073741824 cells"),
        ("clobber line 99999999999999999999999", 14, "is too large"),
        ("clobber line 09999999999999999999999", 14, "is not a whole number"),
        ("clobber line 9999999999999999999999w", 14, "is not a whole number"),
        ("clobber line 3 random seed=99999999999999999999999", 28, "seeds are below 2^64"),
        ("clobber grid", 0, "a grid needs its pawns"),
        ("clobber grid bwb/bw", 18, "this row has 2 cells, the first one 3"),
        ("clobber grid bwb/wwbb/bw", 18, "this row has 4 cells, the first one 3"),
        ("clobber grid bw/b_", 18, "'_' is neither"),
        ("clobber grid bw/", 16, "has no cells"),
        ("clobber grid /bw", 14, "has no cells"),
        ("clobber grid b//w", 16, "has no cells"),
        ("clobber grid 3", 14, "is not a size HxW"),
        ("clobber grid 3x2x2", 14, "is not a size HxW"),
        ("clobber grid 3x", 14, "is not a size"),
        ("clobber grid 3x0", 14, "has no cells"),
        ("clobber grid 99999999999x99999999999", 14, "is too large"),
        ("clobber cube", 0, "a cube needs its pawns"),
        ("clobber cube bwb", 14, "\"bwb\" has 3 cells; a hypercube has 1, 2, 4, 8"),
        ("clobber cube 31", 14, "is too large"),
        ("clobber cube 4294967296", 14, "is too large"),
        ("clobber hamming", 0, "a hamming needs its size"),
        ("clobber hamming bwb", 17, "is not a size"),
        ("clobber hamming 2x0 bw", 17, "has no cells"),
        ("clobber hamming 2x2 bwb", 21, "\"bwb\" has 3 cells"),
        ("clobber hamming 2x99999999999999999999 bw", 40, "has 2 cells"),
        ("clobber hamming 65536x65536", 17, "is too large"),
        ("clobber multipartite", 0, "a multipartite needs its size"),
        ("clobber multipartite 2x2 bwbw", 22, "numbers with , between them"),
        ("clobber multipartite 2,0 bw", 22, "has no cells"),
        ("clobber multipartite 2,2 bwb", 26, "\"bwb\" has 3 cells"),
        ("clobber multipartite 1000000000,1000000000", 22, "is too large"),
        ("clobber hamming 2x2 bwbw 1-2", 26, "named already"),
        ("clobber graph", 0, "a graph needs its pawns"),
        ("clobber graph 4", 15, "is no configuration"),
        ("clobber graph bw seed=1", 23, "a seed goes with"),
        ("clobber graph bw random", 18, "is not an edge A-B between the vertices 1 to 2"),
        ("clobber graph bw 1-3", 18, "is not an edge"),
        ("clobber graph bw 0-1", 18, "is not an edge"),
        ("clobber graph bw 1-2-1", 18, "is not an edge"),
        ("clobber graph bw 1-99999999999999999999999", 18, "is not an edge"),
        ("clobber graph bw 2-2", 18, "joins a vertex to itself"),
        ("clobber graph bwb 1-2 2-3 2-1 3-2", 27, "named before"),
        ("clobber line bw turns=both", 23, "is neither free nor alternate"),
        ("clobber line bw first=b", 23, "goes only with turns=alternate"),
        ("clobber line bw turns=free first=b", 34, "goes only with turns=alternate"),
        ("clobber line bw turns=alternate first=x", 39, "is neither b nor w"),
        ("clobber line bw moves=all", 17, "is no option here"),
    ] {
        let bad = read(line).map(|instance| instance.to_string()).unwrap_err();
        assert!(bad.column == column && bad.why.contains(why), "{line:?} should be refused at {column}: {bad}");
    }
}

#[test]
fn sets_are_told_apart() {
    assert!(read("clobber line 5").unwrap().is_set());
    assert!(!read("clobber line 5 random seed=2").unwrap().is_set());
    assert!(!read("clobber line bwb").unwrap().is_set());
}

/// The letters are read 64 at a time, unless one is another.
#[test]
fn pawns_are_read_alike() {
    for cells in [1, 63, 64, 65, 200] {
        let text: String = (0..cells).map(|cell| if cell % 3 == 0 { 'w' } else { 'b' }).collect();
        for odd in [None, Some(0), Some(cells / 2), Some(cells - 1)] {
            let mut text = text.clone();
            odd.inspect(|&at| text.replace_range(at..=at, "."));
            let instance = read(&format!("clobber cycle {text}")).unwrap();
            assert_eq!(instance.configuration().map(|pawns| &**pawns), Some(&text.parse().unwrap()));
            odd.inspect(|&at| text.replace_range(at..=at, "x"));
            let read = read(&format!("clobber cycle {text}")).map_err(|bad| bad.column);
            assert_eq!(read.err(), odd.map(|at| 15 + at));
        }
    }
}

/// Longer than a piece of what is written, with rows that do not fit into pieces.
#[test]
fn long_words_are_whole() {
    for shape in ["line 10000", "grid 97x101", "grid 9001x1", "cube 13"] {
        let instance = read(&format!("clobber {shape} random seed=3")).unwrap();
        let text = instance.to_string();
        let pawns = instance.configuration().unwrap().to_string();
        assert_eq!(text.rsplit(' ').next().unwrap().replace('/', ""), pawns, "{shape}");
        assert_eq!(read(&text), Ok(instance), "{shape}");
    }
}
