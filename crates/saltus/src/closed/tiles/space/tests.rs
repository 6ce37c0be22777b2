use super::*;
#[test]
fn try_it() {
    for (h, w, v) in [(1,1,0),(1,4,2),(2,2,0),(2,3,0),(3,2,5),(2,4,0),(3,3,0),(3,3,4),(2,5,0),(3,4,0),(2,6,0)] {
        let t = std::time::Instant::now();
        let s = Space::explore(h, w, v, &Limits{threads:1,..Limits::default()}).unwrap();
        let e = t.elapsed();
        println!("{h}x{w} {v}: {:?} {:?} sum {} {:?} {:?}", e, s.layers(), s.layers().iter().sum::<u64>(), s.farthest().len(), s.moves_to_goal(&s.farthest()[0]).map(|m|m.len()));
        let t = std::time::Instant::now();
        println!("  maxima {:?} {:?}", s.local_maxima(&Limits{threads:1,..Limits::default()}), t.elapsed());
    }
}
