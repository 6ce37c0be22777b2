use crate::rules::{Instance, read};
use saltus_core::notation::{BadInput, Instance as _};
use saltus_core::puzzle::Puzzle;

/// Each line and its canonical form.
const READ: [(&str, &str); 20] = [
    ("chinese star", "chinese star men=10 players=1 order=R"),
    ("chinese star:4 players=2", "chinese star men=10 players=2 order=RB"),
    ("chinese star:2 order=YRB men=3", "chinese star:2 men=3 players=3 order=YRB"),
    ("chinese star men=15 goal=4 players=1", "chinese star men=15 players=1 order=R"),
    ("chinese star goal=3 players=6", "chinese star men=10 players=6 order=RBYGPO goal=3"),
    ("chinese rhombus:4 players=2 order=BR", "chinese rhombus men=10 players=2 order=BR"),
    ("chinese rhombus:1 men=1", "chinese rhombus:1 men=1 players=1 order=R"),
    ("chinese triangle:13 players=3", "chinese triangle:13 men=10 players=3 order=RBY"),
    ("chinese triangle:3 men=1 goal=3", "chinese triangle:3 men=1 players=1 order=R goal=3"),
    ("chinese triangle:3 men=1 rows=R/../...", "chinese triangle:3 men=1 players=1 order=R"),
    ("chinese triangle:3 men=1 rows=./R./...", "chinese triangle:3 men=1 players=1 order=R rows=./R./..."),
    ("chinese triangle:3 men=1 players=2 rows=./RB/BB.", "chinese triangle:3 men=1 players=2 order=RB rows=./RB/BB."),
    ("chinese cells:2,0B*;1,0;0,0R order=BR", "chinese cells:0,0R;1,0;2,0B* players=2 order=BR"),
    ("chinese star men=all", "chinese star men=all players=1 order=R"),
    ("chinese star:2 order=all players=3 men=all goal=4", "chinese star:2 men=all players=3 order=all"),
    ("chinese triangle:5 players=2 order=all goal=3 men=3", "chinese triangle:5 men=3 players=2 order=all goal=3"),
    ("chinese rhombus men=all order=BR", "chinese rhombus men=all players=2 order=BR"),
    ("chinese triangle:3 men=1 order=all rows=./R./...", "chinese triangle:3 men=1 players=1 order=all rows=./R./..."),
    ("chinese cells:2,0B*;1,0;0,0R order=all", "chinese cells:0,0R;1,0;2,0B* players=2 order=all"),
    ("chinese cells:-1000,1000R*;1000,-1000", "chinese cells:1000,-1000;-1000,1000R* players=1 order=R"),
];

#[test]
fn lines_have_one_form() {
    for (line, form) in READ {
        let instance = read(line).unwrap_or_else(|bad| panic!("{line}: {bad}"));
        assert_eq!(instance.to_string(), form);
        assert_eq!(read(form), Ok(instance));
    }
}

/// Each line, the column of the fault, and what is said of it.
const REFUSED: [(&str, usize, &str); 59] = [
    ("chinese", 0, "needs a board"),
    ("chinese hexagon", 9, "is no board"),
    ("chinese star star", 14, "does not belong"),
    ("chinese star:0 men=1", 9, "too small"),
    ("chinese rhombus:0 men=1", 9, "too small"),
    ("chinese triangle:1 men=1", 9, "too small"),
    ("chinese triangle", 9, "triangle:13"),
    ("chinese triangle:", 18, "is not a whole number"),
    ("chinese star:x", 14, "is not a whole number"),
    ("chinese star:04", 14, "is not a whole number"),
    ("chinese star:13", 9, "more than 1024 cells"),
    ("chinese rhombus:16", 9, "more than 1024 cells"),
    ("chinese triangle:45", 9, "more than 1024 cells"),
    ("chinese star:999999999", 9, "more than 1024 cells"),
    ("chinese star:99999999999999999999", 14, "too large"),
    ("chinese star:1", 9, "no room"),
    ("chinese star men=2", 18, "fill no base"),
    ("chinese star men=0", 18, "fill no base"),
    ("chinese star men=999999999", 18, "fill no base"),
    ("chinese star men=21", 18, "no room"),
    ("chinese star men=ten", 18, "is not a whole number"),
    ("chinese star men=", 14, "has no value"),
    ("chinese star men=1 men=1", 20, "is given twice"),
    ("chinese star seed=1", 14, "is no option here"),
    ("chinese star:1 men=3 players=6", 20, "overlap"),
    ("chinese triangle:4 men=6", 24, "overlap"),
    ("chinese star players=0", 22, "1 to 6"),
    ("chinese star players=7", 22, "1 to 6"),
    ("chinese rhombus players=3", 25, "1 to 2 players"),
    ("chinese triangle:13 order=RBYG", 27, "1 to 3 players"),
    ("chinese star order=RX", 21, "is no player"),
    ("chinese star order=RR", 21, "comes twice"),
    ("chinese star order=RY", 20, "each of the players RB"),
    ("chinese star players=3 order=RB", 30, "each of the players RBY"),
    ("chinese star goal=1", 19, "from 2 to 6"),
    ("chinese star goal=7", 19, "from 2 to 6"),
    ("chinese rhombus goal=3", 22, "from 2 to 2"),
    ("chinese triangle:3 men=1 rows=R/..", 31, "has 2 rows"),
    ("chinese triangle:3 men=1 rows=R/./...", 33, "has 1 cells"),
    ("chinese triangle:3 men=1 rows=R/../..", 36, "has 2 cells"),
    ("chinese triangle:3 men=1 rows=r/../...", 31, "is neither a man"),
    ("chinese triangle:3 men=1 rows=R/.R/...", 31, "2 men"),
    ("chinese triangle:3 men=1 rows=B/.R/...", 31, "blue is no player"),
    ("chinese triangle:3 men=1 players=2 rows=./.R/...", 41, "blue has no man"),
    ("chinese cells", 9, "is no board"),
    ("chinese cells:0,0R;1;2,0*", 20, "is not a cell"),
    ("chinese cells:0,0R;1,0*;0,0", 25, "named before"),
    ("chinese cells:0,0R*;1001,0", 21, "too far"),
    ("chinese cells:0,0R;1,0", 9, "0 goal cells"),
    ("chinese cells:0,0R;1,0* men=1", 29, "says itself"),
    ("chinese cells:0,0R;1,0* men=all", 29, "says itself"),
    ("chinese star men=All", 18, "is not a whole number"),
    ("chinese star men=all,3", 18, "is not a whole number"),
    ("chinese star players=all", 22, "is not a whole number"),
    ("chinese star players=2 order=allR", 30, "is no player"),
    ("chinese rhombus men=all players=3 order=all", 33, "1 to 2 players"),
    ("chinese star men=all goal=1", 27, "from 2 to 6"),
    ("chinese star:13 men=all", 9, "more than 1024 cells"),
    ("chinese triangle:3 men=all rows=R/../...", 33, "stand in their bases"),
];

#[test]
fn faults_name_their_place() {
    for (line, column, part) in REFUSED {
        match read(line) {
            Err(BadInput { column: found, why }) => {
                assert!(found == column && why.contains(part), "{line}: column {found}: {why}");
            }
            Ok(instance) => panic!("{line} is read as {instance}"),
        }
    }
    for cell in ["", "0", "0,", ",0", "+1,0", "00,0", "-0,0", "0,0r", "0,0RB", "0,0*R", "0,0**", "0,0R;", "0 ,0R"] {
        assert!(read(&format!("chinese cells:{cell}")).is_err(), "{cell}");
    }
}

#[test]
fn largest_boards_are_read() {
    for (board, cells) in [("star:12", 937), ("rhombus:15", 961), ("triangle:44", 990)] {
        let instance = read(&format!("chinese {board}")).unwrap();
        assert_eq!(instance.puzzle().unwrap().board().cells(), cells);
    }
    let list = |cells: i32| (0..cells).map(|x| format!("{},{}", x % 7, x / 7)).collect::<Vec<_>>().join(";");
    let line = |cells| format!("chinese cells:-1,-1R*;{}", list(cells - 1));
    assert!(read(&line(1024)).is_ok());
    assert!(read(&line(1025)).unwrap_err().why.contains("at most 1024"));
}

/// Sets have the members that their lines would name one by one, and those alone fit.
#[test]
fn members_are_what_lines_name() {
    let sizes = |line: &str| read(line).unwrap().members().iter().map(Instance::men).collect::<Vec<_>>();
    for (line, men) in [
        ("chinese star:1 men=all players=6", &[1][..]),
        ("chinese star men=all players=6", &[1, 3, 6, 10]),
        ("chinese star men=all players=2", &[1, 3, 6, 10, 15]),
        ("chinese star:9 men=all", &[1, 3, 6, 10, 15]),
        ("chinese triangle:3 men=all players=3", &[1]),
        ("chinese triangle:4 men=all players=3", &[1, 3]),
    ] {
        assert_eq!(sizes(line), men, "{line}");
        // A size that is left out does not fit.
        for other in [1, 3, 6, 10, 15].into_iter().filter(|other| !men.contains(other)) {
            assert!(read(&line.replace("all", &other.to_string())).is_err(), "{line}: {other}");
        }
    }
    let set = read("chinese triangle:4 men=all players=3 order=all").unwrap();
    let lines: Vec<String> = [1, 3]
        .iter()
        .flat_map(|men| ["RBY", "RYB", "BRY", "BYR", "YRB", "YBR"].map(|order| (men, order)))
        .map(|(men, order)| format!("chinese triangle:4 men={men} players=3 order={order}"))
        .collect();
    assert_eq!(set.members(), lines.iter().map(|line| read(line).unwrap()).collect::<Vec<_>>());
    assert_eq!(read("chinese star men=1 players=6 order=all").unwrap().members().len(), 720);
    let cells = read("chinese cells:2,0B*;1,0;0,0R order=all").unwrap();
    let lines = ["RB", "BR"].map(|order| format!("chinese cells:0,0R;1,0;2,0B* players=2 order={order}"));
    assert_eq!(cells.members(), lines.map(|line| read(&line).unwrap()));
}

#[test]
fn sets_are_marked() {
    for (line, is_set) in READ.map(|(line, _)| (line, line.contains("=all"))) {
        let instance = read(line).unwrap();
        assert_eq!(instance.is_set(), is_set, "{line}");
        assert!(instance.members().iter().all(|member| !member.is_set()), "{line}");
        assert_eq!(instance.members() == [instance], !is_set, "{line}");
    }
}

/// The words are read, not only kept.
#[test]
fn positions_are_laid_out() {
    let instance: Instance = read("chinese cells:0,1;0,0R;1,0Y;2,0B* order=YBR").unwrap();
    let puzzle = instance.puzzle().unwrap();
    assert_eq!(puzzle.coordinates(), [(0, 0), (1, 0), (0, 1), (2, 0)]);
    assert_eq!((puzzle.rows(&puzzle.start()).as_str(), puzzle.goal()), ("R/Y./B", &[3][..]));
    assert_eq!(puzzle.mover(&puzzle.start()).letter(), 'Y');
}
