//! The scene: everything a page shows of a game, and nothing the player may not see.

use super::in_save_order;
use crate::{By, Deal, Listing, Session};
use cards::Card;
use rules::{Count, Move, Pile, Rules, Status};
use serde::Serialize;

/// Rearrangements looked at before a page hears "open": enough for all but odd positions, and quick.
const CLOSURE: usize = 2000;

#[derive(Serialize)]
pub(super) struct Scene {
    /// The save: the game of the next request.
    save: String,
    name: String,
    title: String,
    family: String,
    /// Changed rules, each `field=value`, as the save has them.
    set: Vec<String>,
    /// The deal in a sentence.
    deal: String,
    /// What a link says of the deal: a number, another program's number, or the cards.
    number: String,
    layout: Layout,
    piles: Vec<PileForm>,
    /// The legal moves, those a hint would prefer first.
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
    /// The history in save order: parent and move; `auto` where the game made it.
    tree: Vec<NodeForm>,
    at: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    listing: Option<ListingForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ledger: Option<LedgerForm>,
}

#[derive(Serialize)]
struct Layout {
    columns: u8,
    foundations: u8,
    cells: u8,
    reserve: bool,
    stock: bool,
    waste: bool,
    /// Is the game about runs rather than foundations?
    runs: bool,
    /// Cards turned at a time, or dealt in a row.
    draw: u8,
    /// How often the waste may be turned over; nothing where there is no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    redeals: Option<u8>,
    /// Rows still to be dealt, in games dealt by rows.
    rows: Option<usize>,
    ranks: u8,
    /// How much of the waste shows.
    fan: u8,
}

#[derive(Serialize)]
struct PileForm {
    id: String,
    kind: &'static str,
    words: String,
    /// Bottom to top; empty for a card that does not lie open.
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
}

impl Scene {
    pub(super) fn of(session: &Session) -> Scene {
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
            title: rules.title.to_string(),
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
            status: match session.truth().status_within(CLOSURE) {
                Status::Won => "won",
                Status::Stuck => "stuck",
                Status::Open | Status::Unclear => "open",
            },
            stamp: session.stamp().to_string(),
            auto: session.auto() != rules::Auto::Off,
            unseen: view.unseen().len(),
            tree: tree.collect(),
            at: numbers[session.history().current().number() as usize],
            listing: Listing::of(view).map(listing),
            ledger: ledger(session),
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
        stock: rules.stock != rules::Stock::None,
        waste: rules.has_waste(),
        runs: rules.about_runs(),
        draw: rules.draw,
        redeals: of(rules.redeals),
        rows,
        ranks: rules.ranks,
        fan: of(rules.waste_shows).unwrap_or(3).clamp(1, 3),
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
    PileForm { id: pile.to_string(), kind, words: pile.words().trim_start_matches("the ").into(), cards }
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

/// What the casino makes of the hand; a fresh one has cost nothing yet.
fn ledger(session: &Session) -> Option<LedgerForm> {
    if !crate::hand::has_ledger(session) {
        return None;
    }
    let hand = crate::hand(session).unwrap_or_default();
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
    })
}
