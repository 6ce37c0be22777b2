use super::*;

fn big(counts: &[u64]) -> Vec<UBig> {
    counts.iter().map(|&count| count.into()).collect()
}

fn chart<'a>(title: &'a str, counts: &'a [UBig], scale: Scale) -> Chart<'a> {
    Chart { title, label_axis: "distance", count_axis: "positions", counts, scale }
}

/// What stands between the quotes after each `name="`.
fn values(svg: &str, name: &str) -> Vec<f64> {
    let opening = format!(" {name}=\"");
    let pieces = svg.split(&opening).skip(1);
    pieces.filter_map(|piece| piece.split('"').next()?.parse().ok()).collect()
}

/// The heights of the bars.
fn heights(svg: &str) -> Vec<f64> {
    let bars = svg.lines().filter(|line| line.starts_with("<rect x=")).collect::<String>();
    values(&bars, "height")
}

#[test]
fn text_is_to_scale() {
    let counts = big(&[1, 0, 3, 10, 7]);
    let linear = chart("", &counts, Scale::Linear).text(31);
    let lines = [
        "distance  positions",
        "       0          1  #",
        "       1          0",
        "       2          3  ###",
        "       3         10  ##########",
        "       4          7  #######",
    ];
    assert_eq!(linear.lines().collect::<Vec<_>>(), lines);
    let counts = big(&[1, 0, 10, 100, 1000, 1_000_000]);
    let text = chart("", &counts, Scale::Logarithmic).text(48);
    let bars: Vec<usize> = text.lines().map(|line| line.matches('#').count()).collect();
    assert_eq!(bars, [0, 2, 0, 6, 10, 15, 27]);
    assert!(text.starts_with("distance  positions  (bars: logarithmic)\n"));
}

#[test]
fn bars_are_as_high_as_the_counts() {
    let counts = big(&[1, 0, 50, 100, 99, 20]);
    let linear = heights(&chart("t", &counts, Scale::Linear).svg());
    assert_eq!(linear, [3.2, 0.0, 160.0, 320.0, 316.8, 64.0]);
    let counts = big(&[1, 0, 10, 100, 1000]);
    let steps = heights(&chart("t", &counts, Scale::Logarithmic).svg());
    let differences = [steps[2] - steps[0], steps[3] - steps[2], steps[4] - steps[3]];
    assert!(steps[0] > 10.0 && steps[1] < 0.1 && steps[4] > 319.9, "{steps:?}");
    assert!(differences.iter().all(|step| (step - 320.0 / 3.25).abs() < 0.2), "{steps:?}");
}

#[test]
fn logarithms_are_right() {
    for count in (1..2000u64).chain([123_456_789, 999_999_999_999, u64::MAX]) {
        let right = (count as f64).log10() * 1e6;
        let found = logarithm(&count.into()) as f64;
        assert!(right - found < 1.01 && found - right < 1e-3, "{count}: {found}, {right}");
    }
    assert_eq!(logarithm(&UBig::from(10u8).pow(500)), 500 * WHOLE);
}

#[test]
fn scales_have_round_steps() {
    let marks = |scale, largest: u64| -> Vec<String> {
        Axis::new(scale, largest.into()).ticks.into_iter().map(|tick| tick.1).collect()
    };
    assert_eq!(marks(Scale::Linear, 1), ["0", "1"]);
    assert_eq!(marks(Scale::Linear, 9), ["0", "2", "4", "6", "8", "10"]);
    assert_eq!(marks(Scale::Linear, 24_047)[..3], ["0", "5\u{a0}000", "10\u{a0}000"]);
    assert_eq!(marks(Scale::Logarithmic, 24_047), ["1", "10", "100", "1000", "10⁴"]);
    for largest in 1..3000u64 {
        let axis = Axis::new(Scale::Linear, largest.into());
        assert!(axis.end >= UBig::from(largest) && (2..=9).contains(&axis.ticks.len()), "{largest}");
        assert_eq!(axis.ticks.last().map(|tick| &tick.0), Some(&axis.end));
    }
    let many = Axis::new(Scale::Logarithmic, UBig::from(10u8).pow(100));
    assert!(many.ticks.len() <= 11);
}

#[test]
fn labels_have_room() {
    for bars in [1usize, 2, 7, 54, 81, 109, 1000] {
        let counts = vec![UBig::ONE; bars];
        let chart = chart("t", &counts, Scale::Linear);
        let pitch = chart.plot().pitch;
        let room = chart.every(pitch) as u64 * pitch;
        let wide = 7 * (bars - 1).to_string().len() as u64;
        assert!(room >= wide + 10 || bars == 1, "{bars}: {room}");
        assert!(room <= 3 * (wide + 10) || chart.every(pitch) == 1, "{bars}: {room}");
    }
}

/// Reads the tags; gives those that are left open.
fn open_tags(svg: &str) -> Vec<String> {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1).map(|piece| piece.split('>').next().expect("a tag")) {
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().expect("a name").to_owned());
        }
    }
    open
}

#[test]
fn markup_is_well_formed_whatever_the_words() {
    for counts in [&[][..], &[0], &[5], &[1, 2, 3]] {
        for scale in [Scale::Linear, Scale::Logarithmic] {
            let counts = big(counts);
            let mut chart = chart("a < b & \"c\"\u{0}", &counts, scale);
            chart.label_axis = "<x>";
            let svg = chart.svg();
            assert_eq!(open_tags(&svg), [""; 0]);
            assert!(svg.contains("a &lt; b &amp; &quot;c&quot; ") && !svg.contains("<x>"), "{svg}");
            assert_eq!(heights(&svg).len(), counts.len());
            assert!(chart.text(0).lines().count() == counts.len() + 1);
        }
    }
}
