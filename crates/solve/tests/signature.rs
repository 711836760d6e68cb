//! The behaviour of the solvers over fixed deals, compared number by number.

use rules::Table;
use solve::{SIGNATURE, Set};

#[test]
fn the_signature_is_unchanged() {
    for line in SIGNATURE.lines().filter(|line| !line.starts_with('#')) {
        let set = Set::parse(line).unwrap_or_else(|| panic!("{line:?} is no set"));
        let rules = games::find(set.game).unwrap();
        let (mut nodes, mut counts) = (0, [0; 3]);
        for number in set.first..set.end {
            let table = Table::numbered(rules, number).unwrap();
            let report = set.solve(&table);
            nodes += report.nodes;
            counts[report.verdict.column()] += 1;
        }
        let found = Set { nodes, counts, ..set };
        assert_eq!(found, set, "\nif meant: talon bench solve > crates/solve/signature.txt\nnow: {found}");
    }
}
