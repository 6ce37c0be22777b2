use super::*;
#[test]
fn measure() {
    for (shape, ns) in [
        (Shape::Line, &[10, 30, 100, 200, 300, 500, 700, 1000][..]),
        (Shape::Cycle, &[10, 20, 30, 50, 70, 100, 120, 150]),
    ] {
        for &n in ns {
            let t = std::time::Instant::now();
            let s = survey_clobber(shape, n, &Limits::default()).unwrap();
            let e = s.extreme.clone().unwrap();
            println!(
                "{shape:?} {n} {:?} max {} x {} {}",
                t.elapsed(),
                e.value,
                e.count,
                if n <= 100 { e.first.to_string() } else { String::new() }
            );
            println!("mean {} var {}", decimal(&s.mean(), 12), decimal(&s.variance(), 12));
        }
    }
    for (shape, n) in [(Shape::Line, 300), (Shape::Cycle, 100), (Shape::Cycle, 150)] {
        let t = std::time::Instant::now();
        let m = maxima(shape, n, &Limits::default()).unwrap();
        println!("maxima {shape:?} {n} {:?} {:?}", t.elapsed(), m.iter().map(|e| e.value).collect::<Vec<_>>());
        for c in 0..5 {
            println!("{c} {:?}", first_above(&m, c).map(|e| e.first.cells()));
        }
    }
}
