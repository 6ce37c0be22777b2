//! Pictures of all families: they are well formed, and every piece is in its place.

use std::collections::{HashMap, HashSet};

use roxmltree::{Document, Node};
use saltus::answers::Play;
use saltus::draw::{CannotDraw, Size, animation, board, film, layered, text};
use saltus::graph::Kind;
use saltus::limits::{Limits, Stop};
use saltus::random::Random;
use saltus::scene::{Film, Frame, Outline, PieceForm, Scene, Spot, Tint};

const LINES: [&str; 16] = [
    "shift 3 2",
    "shift bw_wb to wb_bw moves=all",
    "reverse 12",
    "reverse 4 from=2 to=any",
    "tiles 2x3 1 0 3 4 2 5",
    "tiles 4x4 random seed=3",
    "clobber line bwwbb.w",
    "clobber cycle bwwbwb turns=alternate",
    "clobber grid bwb/wbw turns=alternate first=w",
    "clobber cube bwwbwbbw",
    "clobber graph bwbw 1-2 2-3 3-4 1-4",
    "chinese triangle:5 men=3 players=3 order=RYB",
    "chinese star:1 men=1 players=6",
    "chinese rhombus:2 men=3 goal=2",
    "chinese cells:0,0R;1,0B;2,0;3,0* players=2 order=BR",
    "chinese star men=10 players=6",
];

fn after(line: &str, moves: &[String]) -> Play {
    saltus::parse(line).unwrap().play(&mut moves.iter().map(String::as_str)).unwrap()
}

/// A random play, of at most `most` moves.
fn random_play(line: &str, seed: u64, most: usize) -> Film {
    let (mut random, mut moves) = (Random::new(seed), Vec::new());
    loop {
        let now = after(line, &moves);
        if now.choices.is_empty() || moves.len() == most {
            return now.film;
        }
        let choice = random.number() as usize % now.choices.len();
        moves.push(now.choices[choice].text.clone());
    }
}

fn each_play(mut visit: impl FnMut(&str, &Film)) {
    for (seed, line) in (0..).zip(LINES) {
        for round in 0..3 {
            visit(line, &random_play(line, 10 * seed + round, 6));
        }
    }
}

/// The document, whose references all lead somewhere, whose numbers are whole, and which asks for nothing from elsewhere.
fn document(text: &str) -> Document<'_> {
    let document = Document::parse(text).unwrap_or_else(|bad| panic!("{bad} in {text}"));
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let distinct: HashSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), distinct.len(), "every id stands once");
    for node in document.descendants().filter(Node::is_element) {
        if let Some(reference) = node.attribute("href") {
            let id = reference.strip_prefix('#').expect("within the document");
            assert!(distinct.contains(id), "{reference}");
        }
        assert!(node.attribute("style").is_none() && !["style", "script", "image"].contains(&node.tag_name().name()));
        for name in ["x", "y", "d", "cx", "cy", "r", "width", "height", "viewBox", "transform", "values"] {
            assert!(!node.attribute(name).unwrap_or_default().contains('.'), "whole numbers: {node:?}");
        }
    }
    document
}

/// What the pieces defined in a document say: the face's colour of each id.
fn faces<'a>(document: &'a Document<'_>) -> HashMap<String, &'a str> {
    let pieces = document.descendants().filter(|node| {
        node.attribute("id").is_some_and(|id| id.strip_prefix('p').is_some_and(|rest| rest.parse::<u32>().is_ok()))
    });
    let face = |piece: Node<'a, '_>| {
        piece.first_element_child().and_then(|shape| shape.attribute("fill")).expect("a piece has a face")
    };
    pieces.map(|piece| (format!("#{}", piece.attribute("id").unwrap()), face(piece))).collect()
}

/// The pieces used below a node, each by its place.
fn used<'a>(node: Node<'a, '_>) -> HashMap<(i32, i32), &'a str> {
    let uses = node.descendants().filter(|node| node.attribute("href").is_some_and(|href| href.starts_with("#p")));
    let number = |node: Node<'_, '_>, name: &str| node.attribute(name).unwrap().parse::<i32>().unwrap();
    uses.map(|node| ((number(node, "x"), number(node, "y")), node.attribute("href").unwrap())).collect()
}

/// Whether each piece of the scene, and nothing else, is used in its place.
#[track_caller]
fn assert_shows(node: Node<'_, '_>, faces: &HashMap<String, &str>, outline: &Outline, scene: &Scene) {
    let used = used(node);
    let pieces: Vec<(usize, &Spot)> = scene.spots().enumerate().filter(|(_, spot)| spot.tint != Tint::Vacant).collect();
    assert_eq!(used.len(), pieces.len());
    for (cell, spot) in pieces {
        let (x, y) = outline.places[cell];
        let near = |&&(across, down): &&(i32, i32)| (10 * across - x).abs() <= 10 && (10 * down - y).abs() <= 10;
        let place = used.keys().find(near).unwrap_or_else(|| panic!("no piece at {x} {y}"));
        let colour = saltus::draw::palette::paint(spot.tint).unwrap().face;
        assert_eq!(faces[used[place]], colour);
    }
}

#[test]
fn boards_show_every_piece_in_its_place() {
    each_play(|line, film| {
        for scene in std::iter::once(&film.start).chain(film.frames.iter().map(|frame| &frame.scene)) {
            let text = board::draw(line, &film.outline, scene, Size::default()).unwrap().svg();
            let document = document(&text);
            assert_shows(document.root_element(), &faces(&document), &film.outline, scene);
            // Whoever does not see it can read what stands where.
            let told = document.descendants().filter(|node| node.has_tag_name("use") && node.children().count() > 0);
            assert_eq!(told.count(), used(document.root_element()).len(), "{line}");
        }
    });
}

#[test]
fn film_strips_show_every_board() {
    each_play(|line, film| {
        let text = film::strip(line, "so many moves", film, 1, Size::default()).unwrap().svg();
        let document = document(&text);
        let faces = faces(&document);
        let boards: Vec<Node<'_, '_>> = document
            .descendants()
            .filter(|node| node.attribute("href") == Some("#board"))
            .map(|node| node.parent().unwrap())
            .collect();
        assert_eq!(boards.len(), film.frames.len() + 1, "{line}");
        assert_shows(boards[0], &faces, &film.outline, &film.start);
        for (board, frame) in boards[1..].iter().zip(&film.frames) {
            assert_shows(*board, &faces, &film.outline, &frame.scene);
            // A dot for each leg of the way.
            let dots = board.descendants().filter(|node| node.has_tag_name("circle")).count();
            assert_eq!(dots, frame.path.len() - 1, "{line}: {}", frame.text);
            let title = board.parent().unwrap().first_element_child().unwrap().text().unwrap();
            assert!(title.contains(&frame.text), "{title}");
        }
    });
}

/// Boards of a strip do not overlap, and lie in the picture.
#[test]
fn film_strips_lie_in_the_picture() {
    for moves in [0, 1, 2, 3, 7, 20, 60] {
        let text = film::strip("shift 9 9", "", &random_play("shift 9 9", 5, moves), 1, Size::default()).unwrap().svg();
        let document = document(&text);
        let root = document.root_element();
        let view: Vec<i32> = root.attribute("viewBox").unwrap().split(' ').map(|word| word.parse().unwrap()).collect();
        let panels: Vec<[i32; 4]> = root
            .children()
            .filter(|node| node.has_tag_name("g"))
            .filter_map(|group| group.children().find(|node| node.has_tag_name("rect")))
            .map(|rect| ["x", "y", "width", "height"].map(|name| rect.attribute(name).unwrap().parse().unwrap()))
            .collect();
        assert!(!panels.is_empty());
        for (at, &[x, y, wide, high]) in panels.iter().enumerate() {
            assert!(x >= 0 && y >= 0 && x + wide <= view[2] && y + high <= view[3]);
            let apart = |&[left, top, wide_too, high_too]: &[i32; 4]| {
                left + wide_too <= x || x + wide <= left || top + high_too <= y || y + high <= top
            };
            assert!(panels[..at].iter().all(apart));
        }
    }
}

#[test]
fn animations_end_where_the_play_ends() {
    each_play(|line, film| {
        let text = animation::animated(line, film, 1, Size::default(), &Limits::DEFAULT).unwrap();
        let document = document(&text);
        let mut at_end: HashSet<(i32, i32)> = HashSet::new();
        let pieces =
            document.descendants().filter(|node| node.attribute("href").is_some_and(|href| href.starts_with("#p")));
        for piece in pieces {
            let group = piece.parent().unwrap();
            let animated = |name: &str| group.children().find(|node| node.attribute("attributeName") == Some(name));
            for animate in [animated("transform"), animated("opacity")].into_iter().flatten() {
                let times: Vec<f64> =
                    animate.attribute("keyTimes").unwrap().split(';').map(|time| time.parse().unwrap()).collect();
                assert_eq!(times.len(), animate.attribute("values").unwrap().split(';').count());
                let ends = [times[0], times[times.len() - 1]].map(f64::to_bits);
                assert!(times.is_sorted() && ends == [0.0, 1.0].map(f64::to_bits), "{line}: {times:?}");
            }
            if animated("opacity").is_some() {
                continue;
            }
            let place = match (piece.attribute("x"), animated("transform")) {
                (Some(x), _) => (x.to_owned(), piece.attribute("y").unwrap().to_owned()),
                (None, moved) => {
                    let last = moved.and_then(|node| node.attribute("values")?.split(';').next_back());
                    let (x, y) = last.expect("what moves has places").split_once(' ').unwrap();
                    (x.to_owned(), y.to_owned())
                }
            };
            at_end.insert((place.0.parse().unwrap(), place.1.parse().unwrap()));
        }
        let end = film.frames.last().map_or(&film.start, |frame| &frame.scene);
        let expected: HashSet<(i32, i32)> = end
            .spots()
            .zip(&film.outline.places)
            .filter(|(spot, _)| spot.tint != Tint::Vacant)
            .map(|(_, &(x, y))| ((x * 100 + 500).div_euclid(1000), (y * 100 + 500).div_euclid(1000)))
            .collect();
        assert_eq!(at_end, expected, "{line}");
    });
}

/// Signs of markup in what a front end hands in do no harm.
#[test]
fn text_is_escaped() {
    let spot = |label: &str, tint| Spot { label: label.into(), tint };
    let scene = Scene { rows: vec![vec![spot("<&\">", Tint::Dark), spot("é\u{1}", Tint::Vacant)]], spaced: false };
    let mut outline = Outline::rows(2, 2, PieceForm::Tile);
    outline.names = vec!["a<b".into(), "\"&'".into()];
    let frame = Frame { text: "<script>&".into(), path: vec![0, 1], scene: scene.clone() };
    let film = Film { outline, start: scene, frames: vec![frame] };
    let name = "<\u{0}>&\"\u{7}";
    document(&board::draw(name, &film.outline, &film.start, Size::default()).unwrap().svg());
    document(&film::strip(name, "<", &film, 1, Size::default()).unwrap().svg());
    document(&animation::animated(name, &film, 1, Size::default(), &Limits::DEFAULT).unwrap());
}

#[test]
fn what_is_too_large_is_refused() {
    let film = after("shift 3 3", &[]).film;
    let frame = Frame { text: "1-2".into(), path: vec![0, 1], scene: film.start.clone() };
    let long = Film { frames: vec![frame; 1000], ..film };
    let refusals = [
        film::strip("", "", &long, 1, Size::default()).unwrap_err(),
        animation::animated("", &long, 1, Size::default(), &Limits::DEFAULT).unwrap_err(),
    ];
    for why in refusals {
        assert!(why.to_string().starts_with("1000 moves are too many for"), "{why}");
    }
    let wide = after("shift 10000 10000", &[]).film;
    let why = board::draw("", &wide.outline, &wide.start, Size::default()).unwrap_err();
    assert!(why.to_string().starts_with("the board has 20001 cells"), "{why}");
}

const GRAPHS: [&str; 8] = [
    "shift 2 2",
    "shift bw_ to _wb moves=all",
    "shift bbww_",
    "reverse 4",
    "tiles 2x2 3 2 1 0",
    "clobber line bwbw",
    "clobber cycle bwwb turns=alternate",
    "chinese triangle:3 men=1 players=2",
];

#[test]
fn graphs_have_a_box_for_every_state_and_a_line_for_every_move() {
    for line in GRAPHS {
        let graph = saltus::parse(line).unwrap().graph(&Limits::default()).unwrap();
        let text = layered::draw(&graph, Size::default()).unwrap().svg();
        let document = document(&text);
        let of = |class: &str| {
            document.descendants().filter(|node| node.attribute("class") == Some(class)).collect::<Vec<_>>()
        };
        let (states, moves) = (of("state"), of("move"));
        assert_eq!((states.len(), moves.len()), (graph.nodes.len(), graph.edges.len()), "{line}");
        let faces = faces(&document);
        for (number, (state, node)) in states.iter().zip(&graph.nodes).enumerate() {
            assert_eq!(state.attribute("id"), Some(format!("s{number}").as_str()));
            assert_eq!(state.attribute("data-line"), node.line.as_deref(), "{line}");
            assert_shows(*state, &faces, &graph.outline, &node.scene);
        }
        let ends: HashSet<(String, String)> =
            graph.edges.iter().map(|edge| (format!("s{}", edge.from), format!("s{}", edge.to))).collect();
        let end = |node: &Node<'_, '_>, name: &str| node.attribute(name).unwrap().to_owned();
        assert_eq!(moves.iter().map(|mv| (end(mv, "data-from"), end(mv, "data-to"))).collect::<HashSet<_>>(), ends);
    }
}

/// The structure says what the search finds: how far everything is, and what is lost.
#[test]
fn graphs_know_distances_and_dead_ends() {
    for line in GRAPHS {
        let subject = saltus::parse(line).unwrap();
        let graph = subject.graph(&Limits::default()).unwrap();
        assert_eq!(graph.layers().map(|layer| layer.len()).sum::<usize>(), graph.nodes.len(), "{line}");
        let leaves = |id: usize| graph.edges.iter().filter(move |edge| edge.from == id);
        for (id, node) in graph.nodes.iter().enumerate() {
            assert_eq!(
                node.kind == Kind::DeadEnd,
                id != 0 && node.to_goal != Some(0) && leaves(id).count() == 0,
                "{line} {id}"
            );
            let best = leaves(id).filter_map(|edge| graph.nodes[edge.to].to_goal).min();
            if node.to_goal != Some(0) {
                assert_eq!(node.to_goal, best.map(|rest| rest + 1), "{line} {id}");
            }
            let parts = leaves(id).filter(|edge| edge.is_best).count();
            assert_eq!(node.is_branch, parts > 1, "{line} {id}");
            // The line of a position is an instance from which the same moves can be made.
            let now = after(node.line.as_ref().expect("small graphs have lines"), &[]);
            assert_eq!(now.film.start, node.scene, "{line} {id}");
        }
        for edge in graph.edges.iter().filter(|edge| edge.is_best) {
            let [from, to] = [edge.from, edge.to].map(|id| &graph.nodes[id]);
            assert_eq!(from.distance + 1, to.distance, "{line}");
            assert_eq!(from.to_goal, to.to_goal.map(|rest| rest + 1), "{line}");
        }
    }
}

#[test]
fn large_graphs_are_refused() {
    let graph = saltus::parse("shift 8 8").unwrap().graph(&Limits::default()).unwrap();
    assert!(graph.nodes.len() > layered::MOST_STATES && graph.nodes.iter().all(|node| node.line.is_none()));
    let why = layered::draw(&graph, Size::default()).unwrap_err().to_string();
    assert!(why.contains("--as dot"), "{why}");
}

/// Text is the notation of a row, and keeps the shape of a hexagonal board: Red's corner is on top.
#[test]
fn boards_as_text_keep_their_shape() {
    let picture = |line| text::draw(&after(line, &[]).film.start, false);
    assert_eq!(picture("shift bb_w"), "bb_w");
    assert_eq!(picture("reverse 2"), "_ 1 2");
    assert_eq!(picture("chinese triangle:3 men=1 players=2"), "  R\n . .\nB . .");
    assert_eq!(picture("chinese star:1 men=1 players=3"), "   R\n. . . .\n . . .\nB . . Y\n   *");
    assert_eq!(picture("chinese cells:0,0R;2,0;0,2;2,2*"), "  R\n\n.   .\n\n  *");
}

#[cfg(feature = "raster")]
mod raster {
    use super::*;
    use saltus::draw::raster;

    #[test]
    fn pngs_have_the_size_that_the_svg_says() {
        for line in LINES {
            let film = random_play(line, 1, 0);
            let picture = board::draw(line, &film.outline, &film.start, Size { cell: Some(20) }).unwrap();
            let (svg, png) = (picture.svg(), raster::png(&picture, &Limits::DEFAULT).unwrap());
            let mut reader = png::Decoder::new(std::io::Cursor::new(&png)).read_info().unwrap();
            let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
            let info = reader.next_frame(&mut pixels).unwrap();
            let document = document(&svg);
            let side = |name: &str| document.root_element().attribute(name).unwrap().parse::<u32>().unwrap();
            assert_eq!((info.width, info.height), (side("width"), side("height")), "{line}");
            // Pieces are there: their colours are.
            for tint in film.start.spots().map(|spot| spot.tint) {
                let Some(paint) = saltus::draw::palette::paint(tint) else { continue };
                let part = |at: usize| u8::from_str_radix(&paint.face[at..at + 2], 16).unwrap();
                let face = [part(1), part(3), part(5), 255];
                assert!(pixels.chunks(4).any(|pixel| pixel == face), "{line}: {tint:?}");
            }
        }
    }

    /// The frames of a GIF, each laid over those before.
    fn frames(bytes: &[u8]) -> Vec<(Vec<u8>, u16)> {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes).unwrap();
        let (wide, high) = (usize::from(decoder.width()), usize::from(decoder.height()));
        let (mut canvas, mut frames) = (vec![0u8; 4 * wide * high], Vec::new());
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (at, pixel) in frame.buffer.chunks(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
                let x = usize::from(frame.left) + at % usize::from(frame.width);
                let y = usize::from(frame.top) + at / usize::from(frame.width);
                canvas[4 * (y * wide + x)..][..4].copy_from_slice(pixel);
            }
            frames.push((canvas.clone(), frame.delay));
        }
        frames
    }

    #[test]
    fn gifs_end_with_the_last_board() {
        const CELL: u32 = 40;
        for line in
            ["shift 2 1", "tiles 2x3 1 0 3 4 2 5", "clobber line bwbw", "chinese triangle:5 men=3 players=3 order=RYB"]
        {
            let film = random_play(line, 7, 4);
            assert!(!film.frames.is_empty());
            let size = Size { cell: Some(CELL) };
            let all = frames(&raster::gif(&film, 1, size, &Limits::DEFAULT).unwrap());
            // Some pictures of each move, and a board after it.
            assert!(all.len() > 4 * film.frames.len(), "{line}");
            let rest: u32 = all.iter().map(|(_, delay)| u32::from(*delay)).sum();
            assert!(rest > 300, "there is a pause at the end");
            let moving = animation::animated(line, &film, 1, size, &Limits::DEFAULT).unwrap();
            let document = document(&moving);
            let view = document.root_element().attribute("viewBox").unwrap();
            let corner: Vec<i32> = view.split(' ').map(|word| word.parse().unwrap()).collect();
            let wide = document.root_element().attribute("width").unwrap().parse::<usize>().unwrap();
            let end = &film.frames.last().unwrap().scene;
            for (spot, &(x, y)) in end.spots().zip(&film.outline.places) {
                let Some(paint) = saltus::draw::palette::paint(spot.tint) else { continue };
                // Above the label and within the ring.
                let pixel = |units: i32, corner: i32| ((units - corner) * CELL as i32 / 100) as usize;
                let (across, down) = (pixel(x / 10, corner[0]), pixel(y / 10 - 25, corner[1]));
                let found = &all.last().unwrap().0[4 * (down * wide + across)..][..3];
                let part = |at: usize| u8::from_str_radix(&paint.face[at..at + 2], 16).unwrap();
                assert_eq!(found, [part(1), part(3), part(5)], "{line}: {} at {x} {y}", spot.label);
            }
        }
    }

    #[test]
    fn limits_end_a_picture() {
        let film = random_play("shift 2 1", 7, 4);
        let picture = board::draw("", &film.outline, &film.start, Size::default()).unwrap();
        let spent = Limits { deadline: Some(saltus::clock::Instant::now()), ..Limits::DEFAULT };
        let little = Limits { memory: 1 << 16, ..Limits::DEFAULT };
        for (limits, is_time) in [(spent, true), (little, false)] {
            for drawn in [raster::gif(&film, 1, Size::default(), &limits), raster::png(&picture, &limits)] {
                let stop = match drawn {
                    Err(CannotDraw::Stop(stop)) => stop,
                    other => panic!("{} bytes", other.map_or(0, |bytes| bytes.len())),
                };
                assert_eq!(stop == Stop::Time, is_time, "{stop}");
            }
        }
    }

    #[test]
    fn what_is_too_large_is_refused() {
        let wide = after("shift 100 100", &[]).film;
        let picture = board::draw("", &wide.outline, &wide.start, Size { cell: Some(400) }).unwrap();
        assert!(raster::png(&picture, &Limits::DEFAULT).unwrap_err().to_string().contains("pixels are more than"));
        let film = after("shift 9 9", &[]).film;
        let frame = Frame { text: "1-2".into(), path: vec![0, 1], scene: film.start.clone() };
        let long = Film { frames: vec![frame; 1000], ..film };
        assert!(
            raster::gif(&long, 1, Size::default(), &Limits::DEFAULT)
                .unwrap_err()
                .to_string()
                .starts_with("1000 moves are too many for")
        );
        let long = Film { frames: long.frames[..150].to_vec(), ..long };
        let why = raster::gif(&long, 1, Size { cell: Some(400) }, &Limits::DEFAULT).unwrap_err().to_string();
        assert!(why.contains("more than 3000 frames or"), "{why}");
    }
}
