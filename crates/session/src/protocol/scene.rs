//! The scene: everything that a page shows of a game, and nothing that the player may not see.

use super::proved::{self, Known};
use super::{Mark, in_save_order};
use crate::{By, Deal, Lesson, Listing, Memory, Session, Sitting};
use serde::Serialize;
use talon_cards::Card;
use talon_rules::{Count, Move, Pile, Rules, Status};

/// The number of rearrangements searched before a page is told "open": enough for nearly all positions, and
/// quick.
const CLOSURE: usize = 2000;

#[derive(Serialize)]
pub(super) struct Scene {
    /// The save, which is the game of the next request.
    save: String,
    /// What the sitting knows besides, for the next request.
    memory: Memory,
    name: String,
    /// The title of the game with what differs from the named game.
    title: String,
    family: String,
    /// Changed rules as `field=value`, as the save has them.
    set: Vec<String>,
    /// The deal in words.
    deal: String,
    /// The deal as a link writes it: a number, another program's number, or the cards.
    number: String,
    layout: Layout,
    piles: Vec<PileForm>,
    /// The legal moves, the one that a hint would prefer first.
    moves: Vec<String>,
    base: String,
    made: u32,
    up: u8,
    cards: usize,
    score: String,
    points: i32,
    redeals: u16,
    status: &'static str,
    stamp: String,
    auto: bool,
    unseen: usize,
    /// The history in save order: parent and move; `auto` where the game made the move.
    tree: Vec<NodeForm>,
    at: u32,
    /// What is proved of each position: `winnable`, `dead` or nothing; the deal first. Empty if nothing is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    proved: Vec<&'static str>,
    verdict: Known,
    /// What the player should know before a command looks at the hidden cards for the first time.
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<&'static str>,
    bookmarks: Vec<BookmarkForm>,
    /// How long the game has been played, in seconds.
    seconds: u64,
    /// For how many more seconds the clock runs if the player does nothing.
    running: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    listing: Option<ListingForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ledger: Option<LedgerForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lesson: Option<LessonForm>,
}

#[derive(Serialize)]
struct Layout {
    columns: u8,
    foundations: u8,
    cells: u8,
    reserve: bool,
    stock: bool,
    waste: bool,
    /// Whether the game is about runs rather than foundations.
    runs: bool,
    /// The number of cards turned at a time, or dealt in a row.
    draw: u8,
    /// How often the waste may be turned over; nothing if there is no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    redeals: Option<u8>,
    /// The number of rows still to be dealt, in games that deal rows.
    rows: Option<usize>,
    ranks: u8,
    /// The number of cards of the waste that lie side by side.
    fan: u8,
}

#[derive(Serialize)]
struct PileForm {
    id: String,
    kind: &'static str,
    words: String,
    /// The suit of a foundation, if each suit has its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    suit: Option<char>,
    /// From the bottom up; empty for a face-down card.
    cards: Vec<String>,
}

#[derive(Serialize)]
struct NodeForm {
    p: u32,
    m: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    auto: bool,
}

#[derive(Serialize)]
struct BookmarkForm {
    name: char,
    at: u32,
    /// The number of moves, and the last of them: `move 12, Q♦ r→3`.
    words: String,
}

#[derive(Serialize)]
struct ListingForm {
    columns: usize,
    waste: Vec<Vec<ListedForm>>,
    stock: Vec<Vec<ListedForm>>,
}

#[derive(Serialize)]
struct ListedForm {
    card: String,
    available: bool,
}

#[derive(Serialize)]
struct LedgerForm {
    hands: u64,
    inspections: u64,
    games: u64,
    runs: u64,
    information: u64,
    think_time: u64,
    winnings: u64,
    costs: u64,
    net: i64,
    /// The price list.
    prices: &'static str,
}

/// Where the player is in a lesson, and what comes next.
#[derive(Serialize)]
struct LessonForm {
    name: &'static str,
    title: &'static str,
    step: usize,
    of: usize,
    words: &'static str,
    /// The move that is asked for, with the cards and the place to mark.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    marks: Vec<Mark>,
    astray: bool,
    done: bool,
}

impl Scene {
    pub(super) fn of(sitting: &Sitting) -> Scene {
        let session = sitting.session();
        let save = session.save();
        let rules = session.rules();
        let view = session.view();
        let set = save.lines().filter_map(|line| line.strip_prefix("set ")).map(str::to_owned).collect();
        let base_name = save.lines().find_map(|line| line.strip_prefix("game ")).unwrap_or_default();
        let order = in_save_order(session);
        let mut numbers = vec![0u32; order.len()];
        for (number, id) in order.iter().enumerate() {
            numbers[id.number() as usize] = number as u32;
        }
        let tree = order.iter().filter_map(|&id| session.history().node(id));
        let tree = tree.map(|node| NodeForm {
            p: numbers[node.parent.number() as usize],
            m: node.m.to_string(),
            auto: node.by == By::Auto,
        });
        let mut moves = view.moves();
        moves.sort_by_cached_key(|&m| crate::hint::order(view, m));
        Scene {
            name: base_name.to_owned(),
            title: session.title(),
            family: rules.family.to_string(),
            set,
            deal: session.deal().to_string(),
            number: number(session.deal(), session.rules()),
            layout: layout(session),
            piles: view.piles().map(|pile| pile_form(session, pile)).collect(),
            moves: moves.iter().map(Move::to_string).collect(),
            base: view.base().to_string(),
            made: session.moves_made(),
            up: view.cards_up(),
            cards: rules.deck().len(),
            score: session.score_words(),
            points: session.score(),
            redeals: view.redeals_used(),
            status: match view.status_within(CLOSURE) {
                Status::Won => "won",
                Status::Stuck => "stuck",
                Status::Open | Status::Unclear => "open",
            },
            stamp: session.stamp().to_string(),
            auto: session.auto() != talon_rules::Auto::Off,
            unseen: view.unseen().len(),
            tree: tree.collect(),
            at: numbers[session.history().current().number() as usize],
            proved: proved::of_all(sitting, &order),
            verdict: Known::of(sitting),
            warning: sitting.oracle_warning(),
            bookmarks: session
                .bookmarks()
                .iter()
                .map(|(name, place)| {
                    let made = session.history().node(place).map_or(0, |node| node.depth);
                    let words = format!("move {made}, {}", session.brief(place));
                    BookmarkForm { name, at: numbers[place.number() as usize], words }
                })
                .collect(),
            seconds: sitting.time().as_secs(),
            running: sitting.clock_left().as_secs(),
            memory: sitting.memory(|place| numbers[place.number() as usize]),
            listing: Listing::of(view).map(listing),
            ledger: ledger(session),
            lesson: sitting.lesson().map(|lesson| lesson_form(lesson, session)),
            save,
        }
    }
}

fn number(deal: &Deal, rules: &Rules) -> String {
    match deal {
        Deal::Number(number) => number.to_string(),
        Deal::Cards { name: Some(name), .. } => name.clone(),
        Deal::Position { .. } => deal.piles(rules).unwrap_or_default(),
        Deal::Cards { cards, name: None } => cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" "),
    }
}

fn layout(session: &Session) -> Layout {
    let rules = session.rules();
    let rows = rules.stock.is_rows().then(|| {
        let stock = session.view().len(Pile::Stock);
        stock.div_ceil(usize::from(rules.columns))
    });
    let of = |count: Count| match count {
        Count::Of(most) => Some(most),
        Count::Unlimited => None,
    };
    Layout {
        columns: rules.columns,
        foundations: if rules.has_foundations() { rules.foundations() } else { 0 },
        cells: rules.cells,
        reserve: rules.reserve > 0,
        stock: rules.stock != talon_rules::Stock::None,
        waste: rules.has_waste(),
        runs: rules.about_runs(),
        draw: rules.draw,
        redeals: of(rules.redeals),
        rows,
        ranks: rules.ranks,
        fan: rules.waste_spread() as u8,
    }
}

fn pile_form(session: &Session, pile: Pile) -> PileForm {
    let kind = match pile {
        Pile::Stock => "stock",
        Pile::Waste => "waste",
        Pile::Reserve => "reserve",
        Pile::Foundation(_) => "foundation",
        Pile::Cell(_) => "cell",
        Pile::Column(_) => "column",
    };
    let cards = session.view().open(pile);
    let cards = cards.map(|card| card.map(|card| card.to_string()).unwrap_or_default()).collect();
    let suit = match pile {
        Pile::Foundation(f) => session.rules().foundation_suit(f).map(|suit| suit.letter()),
        _ => None,
    };
    PileForm {
        id: pile.to_string(),
        kind,
        words: pile.words().trim_start_matches("the ").into(),
        suit,
        cards,
    }
}

fn lesson_form(lesson: &Lesson, session: &Session) -> LessonForm {
    let guide = lesson.guide(session);
    LessonForm {
        name: lesson.name,
        title: lesson.title,
        step: guide.step,
        of: guide.of,
        words: guide.words,
        next: guide.next.map(|m| m.to_string()),
        marks: guide.next.map_or_else(Vec::new, Mark::of),
        astray: guide.is_astray,
        done: guide.is_done,
    }
}

fn listing(listing: Listing) -> ListingForm {
    let rows = |rows: Vec<Vec<crate::Listed>>| {
        let form = |listed: crate::Listed| ListedForm {
            card: listed.card.map(|card| card.to_string()).unwrap_or_default(),
            available: listed.available,
        };
        rows.into_iter().map(|row| row.into_iter().map(form).collect()).collect()
    };
    ListingForm { columns: listing.columns, waste: rows(listing.waste), stock: rows(listing.stock) }
}

/// Returns the ledger of the hand and the moves that lead to this position.
fn ledger(session: &Session) -> Option<LedgerForm> {
    if !crate::hand::has_ledger(session) {
        return None;
    }
    let hand = crate::hand::here(session);
    Some(LedgerForm {
        hands: hand.hands,
        inspections: hand.inspections,
        games: hand.games,
        runs: hand.runs,
        information: hand.information,
        think_time: hand.think_time,
        winnings: hand.winnings,
        costs: hand.costs(),
        net: hand.net_worth(),
        prices: crate::PRICES,
    })
}
