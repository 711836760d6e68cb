//! `talon lab no-peek`: hidden cards are permuted, and no choice may change.

use anyhow::{Result, bail};
use cards::Generator;
use clap::Args;
use players::{PLAYERS, Player};
use rules::{Rules, Table, plural};
use std::io::Write;

/// Show that no player's choice depends on a hidden card: two copies of a player play the same
/// games, one of them with the hidden cards dealt anew before each move, and must choose alike.
#[derive(Args)]
pub struct NoPeek {
    /// The games; all when none is named.
    games: Vec<String>,
    /// Only this player, with its settings.
    #[arg(long, value_name = "P")]
    player: Option<String>,
    /// Positions for each player and game.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
}

/// Players that think long do so less here: how long they think changes no rule of sight.
fn quick(name: &'static str) -> String {
    match name {
        "closure" => "closure+cap=20".into(),
        "expectimax" => "expectimax+cap=10+ways=3+samples=2+inner=5".into(),
        "hindsight" => "hindsight+worlds=3+nodes=20+cap=20".into(),
        "spider-learned" | "spider-fast" => format!("{name}+cap=300"),
        "spider-ahead" => {
            "spider-ahead+cap=100+free=100+ways=3+rows=2+next=10+inner=5+finalists=2+late=3+worlds=2".into()
        }
        other => other.into(),
    }
}

impl NoPeek {
    /// Plays and prints a line for each player.
    pub fn run(self) -> Result<()> {
        let chosen: Vec<&Rules> = if self.games.is_empty() {
            games::ALL.iter().collect()
        } else {
            self.games.iter().map(|name| games::find(name)).collect::<Result<_, _>>()?
        };
        let specs: Vec<String> = match &self.player {
            Some(player) => vec![player.clone()],
            None => PLAYERS.iter().filter(|e| e.name != "oracle").map(|e| quick(e.name)).collect(),
        };
        let mut out = std::io::stdout().lock();
        for spec in specs {
            let mut positions = 0u64;
            let mut played = 0;
            let mut refused = Vec::new();
            for rules in &chosen {
                let player = match players::find(&spec, rules, None) {
                    Ok(player) => player,
                    Err(error) => {
                        refused.push(error);
                        continue;
                    }
                };
                let Player::Honest(mut first) = player else { bail!("{spec} is allowed to see all") };
                let Ok(Player::Honest(mut second)) = players::find(&spec, rules, None) else { continue };
                positions += u64::from(compare(rules, &spec, &mut *first, &mut *second, self.positions)?);
                played += 1;
            }
            match refused.first() {
                Some(error) if played == 0 && self.player.is_some() => bail!("{error}"),
                Some(error) if played == 0 => writeln!(out, "{spec}: skipped: {error}")?,
                _ => {
                    let (positions, games) = (plural(positions, "position"), plural(played, "game"));
                    write!(out, "{spec}: {positions} of {games}, not one choice changed")?;
                    if !refused.is_empty() {
                        let others = plural(refused.len() as u64, "game");
                        write!(out, " ({others} skipped, as in: {})", refused[0])?;
                    }
                    writeln!(out)?;
                }
            }
            out.flush()?;
        }
        if self.player.is_none() {
            writeln!(out, "oracle: skipped: it is allowed to see every card")?;
        }
        Ok(())
    }
}

fn compare(
    rules: &Rules,
    spec: &str,
    first: &mut dyn players::Strategy,
    second: &mut dyn players::Strategy,
    wanted: u32,
) -> Result<u32> {
    let mut seen = 0;
    for deal in 0.. {
        let mut table = Table::numbered(rules, deal)?;
        let mut generator = Generator::new(deal ^ 0x5EED);
        let mut course = players::Course::default();
        first.begin(table.view(), deal);
        second.begin(table.view().imagine(&mut generator).view(), deal);
        while seen < wanted && course.moves < 150 && !table.is_won() {
            let other = table.view().imagine(&mut generator);
            let (a, b) = (first.choose(table.view(), &course), second.choose(other.view(), &course));
            if a != b {
                bail!("{spec} peeks in {}: {a:?} or {b:?}, by what is hidden, in\n{table}", rules.name);
            }
            seen += 1;
            let Some(m) = a else { break };
            table.play(m)?;
            course.moves += 1;
            course.last = Some(m);
        }
        if seen >= wanted {
            break;
        }
    }
    Ok(seen)
}
