//! scratch
use lab::train::{Schooling, train_hope};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let rules = games::find(&a[1]).unwrap();
    let s = Schooling { games: a[2].parse().unwrap(), ..Schooling::SHIPPED };
    train_hope(rules, &s, a[3].parse().unwrap(), |r, t, h| {
        println!("{r} {t:?}");
        std::fs::write(&a[4], h.write(&format!("{t:?}"))).unwrap();
    });
}
