//! The analyst's other answers: grades and winnable deals, compared with a direct computation.

use std::time::{Duration, Instant};
use talon_rules::{Events, Table};
use talon_session::{Aim, Analyst, Answer, Day, Deal, Grade, Level, Limits, Question, Sought, Verdict};

const LIMITS: Limits = Limits { nodes: 2_000_000, memory: 256 << 20 };

fn judge(table: &Table) -> (Verdict, u64) {
    Verdict::with_effort(table, LIMITS, |_| None)
}

fn wait(analyst: &mut Analyst) -> Answer {
    let end = Instant::now() + Duration::from_secs(120);
    loop {
        if let Some(answer) = analyst.poll() {
            return answer;
        }
        assert!(Instant::now() < end, "no answer came");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn the_grade_is_what_its_definition_says() {
    let mut levels = Vec::new();
    for game in ["klondike", "canfield"] {
        for deal in 1..=12 {
            let table = Table::numbered(talon_games::find(game).unwrap(), deal).unwrap();
            let grade = Grade::of(&table, judge);
            levels.push(grade.level);
            // The definition, computed directly.
            let (verdict, effort) = judge(&table);
            let Verdict::Winnable(line) = verdict else {
                assert_eq!(grade.level == Some(Level::Impossible), verdict == Verdict::Dead, "{game} {deal}");
                continue;
            };
            let line = talon_solve::shorten(&table, &line);
            let mut at = table.clone();
            let (mut losing, mut proved, mut moves) = (0, 0, 0);
            for (i, &next) in line.iter().enumerate() {
                if (0..16).any(|k| k * line.len() / 16 == i) {
                    for m in at.moves() {
                        let mut after = at.clone();
                        after.play_legal(m, &mut Events::new());
                        let verdict = judge(&after).0;
                        moves += 1;
                        proved += usize::from(verdict.is_proved());
                        losing += usize::from(verdict == Verdict::Dead);
                    }
                }
                at.play_legal(next, &mut Events::new());
            }
            assert!(at.is_won());
            assert_eq!(
                (grade.losing, grade.proved, grade.moves, grade.effort),
                (losing, proved, moves, effort),
                "{game} {deal}"
            );
            assert!(grade.to_string().contains(&format!("{losing} of {proved} moves")), "{grade}");
        }
    }
    for level in [Level::Easy, Level::Hard, Level::Impossible] {
        assert!(levels.contains(&Some(level)), "the sample has no {level} deal: {levels:?}");
    }
}

/// Each level from invented verdicts, at the borders of the definition.
#[test]
fn the_borders_of_the_grades() {
    let table = Table::numbered(talon_games::find("klondike").unwrap(), 1).unwrap();
    let (verdict, _) = judge(&table);
    let mut seen = Vec::new();
    for (losing, effort) in
        (0..12).map(|n| (n, 1)).chain([(0, 9_999), (0, 10_000), (0, 99_999), (0, 100_000)])
    {
        let mut asked = 0;
        let grade = Grade::of(&table, |_| {
            asked += 1;
            match asked {
                1 => (verdict.clone(), effort),
                n if n - 2 < losing => (Verdict::Dead, 1),
                _ => (Verdict::Winnable(Vec::new()), 1),
            }
        });
        let share = losing as f64 / grade.proved as f64;
        let level = if share >= 0.02 || effort >= 100_000 {
            Level::Hard
        } else if share <= 0.005 && effort < 10_000 {
            Level::Easy
        } else {
            Level::Medium
        };
        assert_eq!((grade.losing, grade.level), (losing, Some(level)), "{losing} {effort}: {grade}");
        seen.push(level);
    }
    assert!(seen.contains(&Level::Easy) && seen.contains(&Level::Medium) && seen.contains(&Level::Hard));
}

#[test]
fn winnable_deals_are_winnable_and_none_is_passed_over() {
    let mut analyst = Analyst::new();
    for (game, from) in [("klondike", 4u64), ("canfield", 1), ("klondike-draw3", 10)] {
        let rules = *talon_games::find(game).unwrap();
        analyst.ask(Question::Deal { rules, from, aim: Aim::Winnable });
        let Answer::Deal(_, Sought::Found(Deal::Number(found))) = wait(&mut analyst) else {
            panic!("{game}")
        };
        for deal in from..=found {
            let (verdict, _) = judge(&Table::numbered(&rules, deal).unwrap());
            assert_eq!(matches!(verdict, Verdict::Winnable(_)), deal == found, "{game} {deal}");
        }
    }
    // Klondike's deal 4 is dead, so a deal was skipped indeed.
    let rules = *talon_games::find("klondike").unwrap();
    analyst.ask(Question::Deal { rules, from: 1, aim: Aim::Level(Level::Medium) });
    let Answer::Deal(_, Sought::Found(deal)) = wait(&mut analyst) else { panic!() };
    assert_eq!(Grade::of(&deal.table(&rules).unwrap(), judge).level, Some(Level::Medium));
}

/// The terminal and the page find the same deal of the day, which is proved winnable or said not to be.
#[test]
fn the_deal_of_the_day_is_the_same_everywhere() {
    let mut analyst = Analyst::new();
    let bounds = talon_session::protocol::Bounds { nodes: 4_000_000, memory: 192 << 20 };
    for game in ["canfield", "klondike-draw3", "storehouse", "freecell", "spider-1"] {
        let rules = *talon_games::find(game).unwrap();
        for seconds in [1_795_000_000u64, 1_795_086_400, 1_795_172_800] {
            let day = Day::from_unix(seconds);
            analyst.ask(Question::Deal { rules, from: 0, aim: Aim::Day(day) });
            let Answer::Deal(aim, sought) = wait(&mut analyst) else { panic!("{game}") };
            let deal = sought.deal().unwrap();
            let request = serde_json::json!({
                "game": { "name": game }, "search": { "daily": { "seconds": seconds } },
            });
            let answer =
                talon_session::protocol::search(&request.to_string(), bounds, &mut |_| None).unwrap();
            let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
            assert_eq!(
                format!("deal {}", answer["deal"].as_str().unwrap()),
                deal.to_string(),
                "{game} {day}"
            );
            assert_eq!(answer["words"].as_str(), Some(&*sought.words(aim)));
            assert_eq!(answer["proved"].as_bool(), Some(true), "{game} {day}");
            let verdict = judge(&deal.table(&rules).unwrap()).0;
            assert!(matches!(verdict, Verdict::Winnable(_)), "{game} {day}");
        }
    }
}

#[test]
fn a_line_to_watch_has_no_detours_and_wins() {
    let mut analyst = Analyst::new();
    let rules = talon_games::find("canfield").unwrap();
    let table = Table::numbered(rules, 6).unwrap();
    let Verdict::Winnable(raw) = judge(&table).0 else { panic!() };
    analyst.ask(Question::Verdict { place: talon_session::NodeId::DEAL, table: table.clone() });
    let Answer::Verdict(_, Verdict::Winnable(line)) = wait(&mut analyst) else { panic!() };
    assert!(line.len() < raw.len(), "{} of {}", line.len(), raw.len());
    talon_solve::certify(&table, &line).unwrap();
}
