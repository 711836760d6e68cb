//! AisleRiot's transcripts: drags, clicks, double clicks, undo and redo, each followed by the state after
//! it.

use super::Tally;
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeMap;
use std::path::Path;
use talon_cards::Card;
use talon_rules::{Events, Layout, Move, Pile, Rules, Table};

/// Plays every transcript of a folder.
pub fn run(folder: &Path) -> Result<Tally> {
    let is_one = |name: &str| name.ends_with(".txt");
    Tally::over("aisleriot", folder, is_one, |file, text| {
        let name = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or("");
        let game = name.rsplit_once('-').map_or(name, |(game, _)| game);
        play(&format!("{game}-gnome"), text)
    })
}

/// Compares the layouts of the games that exist in both programs: the sizes of the piles and which cards
/// are face up.
pub fn layouts(folder: &Path) -> Result<Tally> {
    let ours = |name: &str| -> Option<&'static str> {
        let name = name.strip_suffix(".txt")?;
        let name = match name {
            "canfield" | "klondike" | "spider" => {
                return talon_games::find(&format!("{name}-gnome")).ok().map(|r| r.name.as_str());
            }
            "easthaven" => "east-haven",
            "seahaven" => "seahaven-towers",
            "westhaven" => "westcliff",
            name => name,
        };
        talon_games::find(name).ok().map(|rules| rules.name.as_str())
    };
    Tally::over(
        "layouts",
        folder,
        |name| ours(name).is_some(),
        |file, text| {
            let name =
                file.file_name().and_then(|name| name.to_str()).and_then(ours).context("a game of ours")?;
            let rules = talon_games::find(name)?;
            for block in blocks(text).filter(|block| block.command[0] == "new") {
                let mut theirs: Vec<Vec<bool>> =
                    block.slots.values().map(|slot| slot.cards.iter().map(|(_, up)| *up).collect()).collect();
                let table = Table::numbered(rules, 1)?;
                let mut here: Vec<Vec<bool>> = table
                    .piles()
                    .map(|pile| (0..table.len(pile)).map(|i| i >= table.face_down(pile)).collect())
                    .collect();
                // Piles are numbered differently there; empty ones cannot be compared.
                for piles in [&mut theirs, &mut here] {
                    if rules.name == talon_games::KING_ALBERT.name {
                        // There only the last card of a column is turned up. Our columns lie open, as in the
                        // rules of the game and in the published figures.
                        piles.iter_mut().for_each(|pile| pile.fill(true));
                    }
                    piles.retain(|pile| !pile.is_empty());
                    piles.sort();
                }
                ensure!(
                    theirs == here,
                    "{name}: piles (true = face up)\n  theirs {theirs:?}\n  ours   {here:?}"
                );
                let columns = |piles: Vec<usize>| piles.into_iter().filter(|&n| n > 0).collect::<Vec<_>>();
                let tableau: Vec<usize> = block
                    .slots
                    .values()
                    .filter(|slot| slot.kind == "tableau")
                    .map(|slot| slot.cards.len())
                    .collect();
                if !tableau.is_empty() {
                    let ours = (0..rules.columns).map(|c| table.len(Pile::Column(c))).collect();
                    ensure!(
                        columns(tableau.clone()) == columns(ours),
                        "{name}: columns in another order: {tableau:?}"
                    );
                }
            }
            Ok(())
        },
    )
}

/// A pile as it is printed.
#[derive(Clone, PartialEq, Debug)]
struct Slot {
    kind: String,
    /// Each card, and whether it is face up.
    cards: Vec<(Card, bool)>,
}

/// A command and the program's answer.
struct Block {
    line: usize,
    command: Vec<String>,
    answer: Option<String>,
    slots: BTreeMap<usize, Slot>,
    score: Option<i32>,
}

fn blocks(text: &str) -> impl Iterator<Item = Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        if let Some(command) = line.strip_prefix("> ") {
            let command = command.split_whitespace().map(str::to_owned).collect();
            blocks.push(Block { line: i + 1, command, answer: None, slots: BTreeMap::new(), score: None });
            continue;
        }
        let Some(block) = blocks.last_mut() else { continue };
        if let Some((number, slot)) = slot(line) {
            block.slots.insert(number, slot);
        } else if let Some(rest) = line.strip_prefix("score ") {
            block.score = rest.split_whitespace().next().and_then(|n| n.parse().ok());
        } else if block.answer.is_none() && !line.starts_with("state") {
            block.answer = Some(line.into());
        }
    }
    blocks.retain(|block| !block.command.is_empty());
    blocks.into_iter()
}

fn slot(line: &str) -> Option<(usize, Slot)> {
    let (number, rest) = line.split_once(' ')?;
    let (kind, cards) = rest.split_once(':')?;
    let cards = cards
        .split_whitespace()
        .map(|card| Some((card.trim_start_matches('#').parse().ok()?, !card.starts_with('#'))))
        .collect::<Option<_>>()?;
    Some((number.parse().ok()?, Slot { kind: kind.into(), cards }))
}

/// A game in progress: the table, the piles of the slots, and the steps taken.
struct Game {
    table: Table,
    piles: Vec<Pile>,
    done: Vec<Vec<(Move, Events)>>,
    undone: Vec<Vec<Move>>,
}

fn play(name: &str, text: &str) -> Result<()> {
    let base = *talon_games::find(name)?;
    let modes = talon_games::MODES.iter().find(|(game, _)| *game == name).map_or(&[][..], |(_, modes)| modes);
    let mut rules = base;
    let mut game: Option<Game> = None;
    for block in blocks(text) {
        let at = || format!("line {}: {}", block.line, block.command.join(" "));
        let number = |i: usize| -> Result<usize> {
            Ok(block.command.get(i).with_context(|| format!("{}: a number is missing", at()))?.parse()?)
        };
        match block.command[0].as_str() {
            "opt" => {
                let mode = number(1)?.checked_sub(1).and_then(|i| modes.get(i));
                rules = mode.with_context(|| format!("{}: no such mode", at()))?.1;
                continue;
            }
            "options" | "hint" => continue,
            "show" => {}
            "new" => game = Some(Game::new(&rules, &block).with_context(at)?),
            command => {
                let game = game.as_mut().with_context(|| format!("{}: no game yet", at()))?;
                let moved = match command {
                    "drag" => game.drag(number(1)?, number(2)?, number(3)?),
                    "click" => game.click(number(1)?),
                    "dclick" => game.double_click(number(1)?),
                    "undo" => game.undo(),
                    "redo" => game.redo(),
                    _ => bail!("{}: an unknown command", at()),
                };
                let expected = match block.answer.as_deref() {
                    Some("moved" | "done") => true,
                    Some(_) => false,
                    // The answer to undo and redo is the state alone, whether they changed it or not.
                    None => moved,
                };
                ensure!(
                    moved == expected,
                    "{}: {moved} where AisleRiot says {:?}\n{}",
                    at(),
                    block.answer,
                    game.table
                );
            }
        }
        if let Some(game) = &game {
            game.compare(&block).with_context(at)?;
        }
    }
    Ok(())
}

impl Game {
    fn new(rules: &Rules, block: &Block) -> Result<Game> {
        let mut layout = Layout::default();
        let mut piles = Vec::new();
        for slot in block.slots.values() {
            let cards: Vec<Card> = slot.cards.iter().map(|(card, _)| *card).collect();
            piles.push(match slot.kind.as_str() {
                "stock" => {
                    layout.stock = cards;
                    Pile::Stock
                }
                "waste" => {
                    layout.waste = cards;
                    Pile::Waste
                }
                "reserve" => {
                    layout.reserve = cards;
                    Pile::Reserve
                }
                "foundation" => {
                    layout.foundations.push(cards);
                    Pile::Foundation(layout.foundations.len() as u8 - 1)
                }
                "tableau" => {
                    let down = slot.cards.iter().filter(|(_, up)| !up).count();
                    layout.columns.push((cards, down));
                    Pile::Column(layout.columns.len() as u8 - 1)
                }
                kind => bail!("an unknown kind of pile: {kind}"),
            });
        }
        let table = Table::set_up(rules, &layout)?;
        Ok(Game { table, piles, done: Vec::new(), undone: Vec::new() })
    }

    fn step(&mut self, moves: &[Move]) -> bool {
        let mut steps = Vec::new();
        for &m in moves {
            match self.table.play(m) {
                Ok(events) => steps.push((m, events)),
                Err(_) => return false,
            }
        }
        self.done.push(steps);
        self.undone.clear();
        true
    }

    fn drag(&mut self, from: usize, count: usize, to: usize) -> bool {
        let (Some(&from), Some(&to)) = (self.piles.get(from), self.piles.get(to)) else { return false };
        let Ok(count) = u8::try_from(count) else { return false };
        self.step(&[Move::Carry { from, to, count }])
    }

    fn click(&mut self, slot: usize) -> bool {
        if self.piles.get(slot) != Some(&Pile::Stock) {
            return false;
        }
        [Move::Draw, Move::Redeal, Move::Deal]
            .into_iter()
            .any(|m| self.table.check(m).is_ok() && self.step(&[m]))
    }

    fn up(&self, from: Pile) -> Option<Move> {
        let count = if self.table.rules().about_runs() { self.table.rules().ranks } else { 1 };
        let foundations = (0..self.table.rules().foundations()).map(Pile::Foundation);
        foundations.map(|to| Move::Carry { from, to, count }).find(|&m| self.table.check(m).is_ok())
    }

    fn double_click(&mut self, slot: usize) -> bool {
        let Some(&pile) = self.piles.get(slot) else { return false };
        match pile {
            // A double click on a foundation moves every card up that can go.
            Pile::Foundation(_) if self.table.rules().reserve == 0 => {
                let sources = || std::iter::once(Pile::Waste).chain((0..20).map(Pile::Column));
                let mut steps = Vec::new();
                while let Some(m) =
                    sources().filter(|&pile| self.table.exists(pile)).find_map(|pile| self.up(pile))
                {
                    match self.table.play(m) {
                        Ok(events) => steps.push((m, events)),
                        Err(_) => break,
                    }
                }
                let moved = !steps.is_empty();
                if moved {
                    self.done.push(steps);
                    self.undone.clear();
                }
                moved
            }
            Pile::Foundation(_) | Pile::Stock => false,
            pile => self.up(pile).is_some_and(|m| self.step(&[m])),
        }
    }

    fn undo(&mut self) -> bool {
        let Some(steps) = self.done.pop() else { return false };
        for (_, events) in steps.iter().rev() {
            self.table.undo(events);
        }
        self.undone.push(steps.into_iter().map(|(m, _)| m).collect());
        true
    }

    fn redo(&mut self) -> bool {
        let Some(moves) = self.undone.pop() else { return false };
        let later = std::mem::take(&mut self.undone);
        let done = self.step(&moves);
        self.undone = later;
        done
    }

    fn compare(&self, block: &Block) -> Result<()> {
        for (&number, slot) in &block.slots {
            let pile = *self.piles.get(number).context("a pile that was not there before")?;
            let down = self.table.face_down(pile);
            let ours: Vec<(Card, bool)> =
                self.table.cards(pile).enumerate().map(|(i, card)| (card, i >= down)).collect();
            ensure!(ours == slot.cards, "pile {number}\n  theirs {:?}\n  ours   {ours:?}", slot.cards);
        }
        if let Some(score) = block.score {
            ensure!(
                self.table.score(0) == score,
                "score {} where AisleRiot has {score}",
                self.table.score(0)
            );
        }
        Ok(())
    }
}
