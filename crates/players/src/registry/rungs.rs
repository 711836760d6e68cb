//! The rungs of the ladder of heuristics for Spider.

use super::{Entry, PlayerError, SEEN, Specification, setting};
use crate::Player;
use crate::spider::check_rules;
use crate::spider::ladder::beam::Beam;
use crate::spider::ladder::depth_search::DepthSearch;
use crate::spider::ladder::monte_carlo::MonteCarlo;
use crate::spider::ladder::tree_search::TreeSearch;
use crate::spider::ladder::{Idea, Rate, Rated, Rung};
use crate::spider::ladder::{brown, empty_columns, expose_most, in_suit_first};
use talon_rules::Rules;
use talon_solve::spider::recognises;

/// A rung that rates one move at a time.
const fn simple(
    name: &'static str,
    about: &'static str,
    make: fn(&Rules, &Specification<'_>) -> Result<Player, PlayerError>,
) -> Entry {
    Entry { name, about, knows: SEEN, settings: &[], weighs: false, quick: name, make }
}

fn rated(player: &'static str, rules: &Rules, rate: Rate) -> Result<Player, PlayerError> {
    check_family(player, rules)?;
    Ok(honest(Rated(rate)))
}

fn honest(idea: impl Idea + 'static) -> Player {
    Player::honest(Rung::new(idea))
}

/// Refuses games that are not of the Spider family.
fn check_family(player: &'static str, rules: &Rules) -> Result<(), PlayerError> {
    let reason = "it plays only Spider and its relatives";
    if recognises(rules) { Ok(()) } else { Err(PlayerError::Game { player, title: rules.title, reason }) }
}

pub(super) const EXPOSE_MOST: Entry =
    simple("expose-most", "Spider: turns up as many cards as possible", |rules, _| {
        rated("expose-most", rules, expose_most::rate)
    });

pub(super) const IN_SUIT_FIRST: Entry = simple(
    "in-suit-first",
    "Spider: makes runs of one suit first, and then plays as expose-most",
    |rules, _| rated("in-suit-first", rules, in_suit_first::rate),
);

pub(super) const EMPTY_COLUMNS: Entry = simple(
    "empty-columns",
    "Spider: makes runs of one suit first, and then works on the shortest column, to empty it",
    |rules, _| rated("empty-columns", rules, empty_columns::rate),
);

pub(super) const BROWN: Entry = simple(
    "brown",
    "Spider: rules of thumb after Steve Brown's book: in suit first, high ranks first, empty columns to tidy up",
    |rules, _| rated("brown", rules, brown::rate),
);

pub(super) const DEPTH_SEARCH: Entry = Entry {
    settings: &[setting("depth", "moves of a sequence (3)")],
    quick: "depth-search+depth=2",
    ..simple(
        "depth-search",
        "Spider: searches all sequences of a few moves by a hand-made score of positions",
        |rules, spec| {
            check_family("depth-search", rules)?;
            Ok(honest(DepthSearch { depth: spec.whole("depth", 3, 1)? }))
        },
    )
};

pub(super) const BEAM: Entry = Entry {
    settings: &[setting("cap", "positions of a closure (2000)")],
    quick: "beam+cap=30",
    ..simple(
        "beam",
        "Spider: looks as far ahead as nothing new is seen, and takes the choice with the best hand-made score",
        |rules, spec| {
            check_rules("beam", rules)?;
            Ok(honest(Beam::new(rules.deck(), spec.whole("cap", 2000, 1)?)))
        },
    )
};

pub(super) const MONTE_CARLO: Entry = Entry {
    settings: &[
        setting("cap", "positions of a closure (300)"),
        setting("ways", "choices that are compared (8)"),
        setting("worlds", "worlds in which each is played to the end (100)"),
        setting("trust", "worth of a thousand of the hand-made score, as a part of the way to a win (0.02)"),
    ],
    quick: "monte-carlo+cap=30+ways=2+worlds=1",
    ..simple(
        "monte-carlo",
        "Spider: plays the best choices of the beam to the end in sampled worlds, as brown plays",
        |rules, spec| {
            check_rules("monte-carlo", rules)?;
            let (cap, ways) = (spec.whole("cap", 300, 1)?, spec.whole("ways", 8, 1)?);
            let (worlds, trust) = (spec.whole("worlds", 100, 1)?, spec.number("trust", 0.02)? as f32);
            Ok(honest(MonteCarlo::new(rules.deck(), cap, ways, worlds, trust)))
        },
    )
};

pub(super) const TREE_SEARCH: Entry = Entry {
    settings: &[
        setting("cap", "positions of the first closure (300)"),
        setting("ways", "choices of a node (6)"),
        setting("rounds", "worlds that are sampled (500)"),
        setting("explore", "factor of the confidence bound (0.1)"),
        setting("trust", "worth of a thousand of the hand-made score, as a part of the way to a win (0.02)"),
    ],
    quick: "tree-search+cap=30+ways=2+rounds=3",
    ..simple(
        "tree-search",
        "Spider: searches a tree of what it may come to know (information-set MCTS), with the playouts of monte-carlo",
        |rules, spec| {
            check_rules("tree-search", rules)?;
            let (cap, ways) = (spec.whole("cap", 300, 1)?, spec.whole("ways", 6, 1)?);
            let (rounds, explore) = (spec.whole("rounds", 500, 1)?, spec.number("explore", 0.1)? as f32);
            let trust = spec.number("trust", 0.02)? as f32;
            Ok(honest(TreeSearch::new(rules.deck(), cap, ways, rounds, explore, trust)))
        },
    )
};
