//! Sessions of every game: random commands, the tree of moves, saves, and the errors of damaged saves.

use talon_cards::Generator;
use talon_rules::{Auto, Move, Pile, Rules, Status, Table};
use talon_session::{By, Command, Deal, LoadError, NodeId, Onto, Refusal, Session, Stamp};

fn session(game: &str, number: u64) -> Session {
    Session::new(talon_games::find(game).unwrap(), Deal::Number(number)).unwrap()
}

/// Returns a random command; most of them are moves.
fn random(session: &Session, generator: &mut Generator) -> Command {
    let moves = session.view().moves();
    match generator.below(20) {
        0 | 1 => Command::Undo,
        2 => Command::Redo,
        3 => Command::Auto,
        4 => Command::Draw,
        5 => Command::Best(Pile::Column(generator.below(9) as u8)),
        6 => Command::Up(Pile::Column(generator.below(9) as u8)),
        7 => Command::SetAuto(generator.below(2) == 0),
        8 if generator.below(10) == 0 => Command::Restart,
        9 => Command::Finish,
        10 => {
            let from = Pile::Column(generator.below(12) as u8);
            let to = [Onto::Foundation, Onto::Cell, Onto::Pile(Pile::Column(generator.below(12) as u8))];
            Command::Carry { from, to: to[generator.below(3) as usize], count: None }
        }
        _ if moves.is_empty() => Command::Undo,
        _ => Command::Play(moves[generator.below(moves.len() as u64) as usize]),
    }
}

/// Returns the table that the line of the history leads to, computed by the plain engine.
fn replayed(session: &Session) -> Table {
    let mut table = session.deal().table(session.rules()).unwrap();
    for id in session.history().line() {
        table.play(session.history().node(id).unwrap().m).unwrap();
    }
    table
}

#[test]
fn random_commands_keep_table_and_history_together_and_saves_read_back() {
    for rules in talon_games::ALL {
        let mut session = Session::new(rules, Deal::Number(11)).unwrap();
        let mut generator = Generator::new(11);
        for _ in 0..150 {
            let command = random(&session, &mut generator);
            let before = (session.truth().clone(), session.moves_made());
            match session.execute(command.clone()) {
                Ok(outcome) => assert!(!outcome.words().trim().is_empty(), "{}: {command:?}", rules.name),
                Err(refusal) => {
                    assert_eq!((session.truth().clone(), session.moves_made()), before, "{command:?}");
                    let sentence = refusal.to_string();
                    assert!(sentence.ends_with('.') && sentence.len() > 10, "{sentence}");
                }
            }
        }
        assert_eq!(*session.truth(), replayed(&session), "{}", rules.name);
        let text = session.save();
        let loaded = Session::load(&text).unwrap();
        assert_eq!(loaded.truth(), session.truth(), "{}", rules.name);
        assert_eq!(loaded.save(), text, "{}", rules.name);
        assert_eq!(loaded.history().len(), session.history().len(), "{}", rules.name);
    }
}

#[test]
fn nothing_is_lost_by_undoing_and_playing_on() {
    let mut session = session("klondike", 4);
    session.execute(Command::Draw).unwrap();
    session.execute(Command::Draw).unwrap();
    let far = session.history().current();
    let there = session.truth().clone();
    let outcome = session.execute(Command::Restart).unwrap();
    assert_eq!((outcome.words().as_str(), outcome.steps.len()), ("Back at the start of this deal.", 2));
    let other = session.view().moves()[0];
    session.execute(Command::Play(other)).unwrap();
    let here = session.history().current();
    assert_eq!(session.history().len(), 3);
    session.execute(Command::Visit(far)).unwrap();
    assert_eq!(*session.truth(), there);
    // Redo now follows this branch from the deal onwards.
    session.execute(Command::Restart).unwrap();
    session.execute(Command::Redo).unwrap();
    session.execute(Command::Redo).unwrap();
    assert_eq!(session.history().current(), far);
    assert_eq!(session.execute(Command::Redo).unwrap_err(), Refusal::NothingToRedo);
    let words = session.execute(Command::Visit(here)).unwrap().words();
    assert!(
        words.starts_with("You are in another branch, after ") && words.matches('.').count() == 1,
        "{words}"
    );
    assert_eq!(session.moves_made(), 1);
    session.execute(Command::Undo).unwrap();
    assert_eq!(session.execute(Command::Undo).unwrap_err(), Refusal::NothingToUndo);
    assert_eq!(session.history().current(), NodeId::DEAL);
}

#[test]
fn each_automatic_move_is_an_undo_step_of_its_own() {
    // A deal of Pipkin's whose first moves are automatic, and a move that starts others.
    let mut seen = (false, false);
    for number in 0..200 {
        let mut session = session("canfield-pipkin", number);
        seen.0 |= session.history().depth() > 0;
        let at_start = session.moves_made();
        if let Ok(outcome) = session.execute(Command::Draw)
            && outcome.steps.len() > 1
        {
            assert_eq!(session.moves_made(), at_start + outcome.steps.len() as u32);
            assert!(outcome.steps[1..].iter().all(|step| step.by == By::Auto));
        }
        for from in 0..4 {
            if let Ok(outcome) = session.execute(Command::Best(Pile::Column(from))) {
                seen.1 |= outcome.steps.len() > 1;
                let made = session.moves_made();
                session.execute(Command::Undo).unwrap();
                assert_eq!(session.moves_made(), made - 1, "undo does not start automatic moves");
            }
        }
    }
    assert_eq!(seen, (true, true));
    // By the rules of Berkeley there are no automatic moves.
    assert_eq!(session("canfield-ucb", 1).auto(), Auto::Off);
}

#[test]
fn finishing_really_finishes_or_does_nothing() {
    let mut finished = 0;
    for number in 1..6 {
        let mut session =
            Session::dealt(talon_games::find("freecell").unwrap(), Deal::Number(number)).unwrap();
        let limits = talon_session::Limits { nodes: 200_000, memory: 256 << 20 };
        let verdict = talon_session::Verdict::of(session.truth(), limits, |_| None);
        let talon_session::Verdict::Winnable(line) = verdict else { continue };
        session.execute(Command::SetAuto(false)).unwrap();
        for m in line {
            let before = session.truth().clone();
            match session.execute(Command::Finish) {
                Ok(_) => {
                    assert_eq!(session.status(), Status::Won);
                    finished += 1;
                    break;
                }
                Err(refusal) => {
                    assert_eq!(refusal, Refusal::CannotFinish { hidden: false });
                    assert_eq!(*session.truth(), before);
                }
            }
            session.execute(Command::Play(m)).unwrap();
        }
    }
    assert!(finished > 0, "some game of the sample can be finished");
    let mut hidden = self::session("klondike", 1);
    assert_eq!(hidden.execute(Command::Finish).unwrap_err(), Refusal::CannotFinish { hidden: true });
}

#[test]
fn changed_rules_options_and_written_cards_survive_a_save() {
    let rules = talon_games::read("base = \"canfield\"\nname = \"mine\"\ndraw = 1\nredeals = 2\nauto = \"safe\"\nscoring = { start = -7, card = 3, money = true }\n").unwrap();
    let cards = talon_cards::shuffle(rules.deck(), 99);
    let deal = Deal::Cards { cards, name: Some("of mine".into()) };
    let mut session = Session::new(&rules, deal).unwrap();
    session.execute(Command::SetAuto(false)).unwrap();
    session.advice();
    session.execute(Command::Draw).unwrap();
    let loaded = Session::load(&session.save()).unwrap();
    assert_eq!((loaded.rules(), loaded.deal()), (session.rules(), session.deal()));
    assert_eq!((loaded.auto(), loaded.stamp()), (Auto::Off, Stamp::FairHints));
    assert_eq!(loaded.save(), session.save());
}

/// The rule `base_rank` was called `base` up to version 0.2.
#[test]
fn a_save_with_the_old_name_of_a_rule_is_read() {
    let save = |name| format!("talon save 1\ngame canfield\nset {name} = \"aces-out\"\ndeal 1\nmoves\nend\n");
    let loaded = Session::load(&save("base")).unwrap();
    assert_eq!(loaded.rules().base_rank, talon_rules::BaseRank::AcesOut);
    assert_eq!(loaded.save(), save("base_rank"));
}

fn line_of(text: &str) -> (usize, String) {
    match Session::load(text).unwrap_err() {
        LoadError::Line { line, problem } => (line, problem),
        error => panic!("{error}"),
    }
}

#[test]
fn a_cut_save_is_refused_wherever_it_is_cut() {
    let mut session = session("canfield", 2);
    let mut generator = Generator::new(2);
    for _ in 0..60 {
        let command = random(&session, &mut generator);
        let _ = session.execute(command);
    }
    let text = session.save();
    for end in 0..text.len() - 1 {
        let cut = &text[..end];
        let (line, problem) = line_of(cut);
        assert!(line <= cut.split('\n').count(), "{line}: {problem}");
    }
    let lines: Vec<&str> = text.lines().collect();
    for cut in 0..lines.len() {
        let (line, _) = line_of(&lines[..cut].join("\n"));
        assert_eq!(line, cut.max(1));
    }
}

#[test]
fn an_edited_save_names_the_line() {
    let save = |middle: &str| format!("talon save 1\ngame klondike\n{middle}");
    for (text, line, word) in [
        ("hello".to_string(), 1, "begins"),
        ("talon save 1\ngame klondyke\n".into(), 2, "klondike"),
        ("talon save 1\ngame klondike\nset draw = 9\ndeal 1\nmoves\nend\n".into(), 3, "draw"),
        ("talon save 1\ngame klondike\nset columns = 7\nset nonsense = 9\n".into(), 4, "nonsense"),
        (save("deal 99999999999999999999999999999999999999999999\nmoves\nend\n"), 3, "number"),
        (save("deal 1\nmoves\ndraw\nfly\nend\n"), 6, "fly"),
        (save("deal 1\nmoves\ndraw\nredeal\nend\n"), 6, "stock"),
        (save("deal 1\nmoves\ndraw\nback 2\nend\n"), 6, "past"),
        (save("deal 1\nmoves\ndraw\nend\nmore\n"), 7, "after"),
        (save("deal 1\nauto maybe\nmoves\nend\n"), 4, "off"),
        (save("cards AS AS\nmoves\nend\n"), 3, "AS"),
        (save("cards AS 1X\nmoves\nend\n"), 3, "1X"),
        (save("deal 1\ndraw\nend\n"), 4, "moves"),
    ] {
        let (at, problem) = line_of(&text);
        assert_eq!(at, line, "{text}: {problem}");
        assert!(problem.contains(word), "{text}: {problem}");
    }
}

#[test]
fn a_double_or_missing_card_is_named() {
    let rules: &Rules = talon_games::find("klondike").unwrap();
    let mut cards = talon_cards::shuffle(rules.deck(), 1);
    cards[0] = cards[1];
    let error = Session::new(rules, Deal::Cards { cards: cards.clone(), name: None }).unwrap_err();
    assert!(error.to_string().contains(&cards[1].to_string()), "{error}");
}

#[test]
fn a_save_that_cannot_be_written_leaves_the_old_one() {
    let folder = std::env::temp_dir().join(format!("talon-session-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.talon");
    let mut session = session("klondike", 1);
    session.save_to(&file).unwrap();
    let old = std::fs::read_to_string(&file).unwrap();
    session.execute(Command::Draw).unwrap();
    assert!(session.save_to(&folder.join("no such folder/game.talon")).is_err());
    assert!(session.save_to(&folder).is_err());
    assert_eq!(std::fs::read_to_string(&file).unwrap(), old);
    session.save_to(&file).unwrap();
    assert_eq!(Session::load_from(&file).unwrap().save(), session.save());
    let left: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["game.talon"], "no half-written file stays behind");
    assert!(matches!(Session::load_from(&folder.join("none")), Err(LoadError::File { .. })));
    let letter = folder.join("letter.txt");
    std::fs::write(&letter, "Dear Ann").unwrap();
    let error = session.save_to(&letter).unwrap_err().to_string();
    assert!(error.contains("choose another name"), "{error}");
    assert_eq!(std::fs::read_to_string(&letter).unwrap(), "Dear Ann");
    std::fs::write(&file, b"talon save 1\ngame \xff\n").unwrap();
    assert!(matches!(Session::load_from(&file), Err(LoadError::Line { line: 2, .. })));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn without_a_count_the_longest_group_goes() {
    let mut longer = 0;
    for game in ["spider-1", "klondike", "freecell", "yukon", "canfield-gnome"] {
        for number in 0..5 {
            let mut session = session(game, number);
            let mut generator = Generator::new(number);
            for _ in 0..150 {
                let moves = session.view().moves();
                for &m in &moves {
                    let Move::Carry { from, to, count } = m else { continue };
                    let longest = moves.iter().filter_map(|other| match *other {
                        Move::Carry { from: f, to: t, count } if (f, t) == (from, to) => Some(count),
                        _ => None,
                    });
                    let longest = longest.max().unwrap();
                    longer += usize::from(longest > count);
                    let played = |count| {
                        let carry = Command::Carry { from, to: Onto::Pile(to), count };
                        session.clone().execute(carry).unwrap().steps[0].m
                    };
                    assert_eq!(played(None), Move::Carry { from, to, count: longest }, "{game}");
                    assert_eq!(played(Some(count)), m, "{game}");
                }
                if moves.is_empty() {
                    break;
                }
                session.execute(Command::Play(moves[generator.below(moves.len() as u64) as usize])).unwrap();
            }
        }
    }
    assert!(longer > 20, "the sample has groups to choose from: {longer}");
}

#[test]
fn a_double_click_goes_where_the_card_belongs_or_says_why() {
    let mut session = session("canfield", 5);
    let outcome = session.execute(Command::Up(Pile::Column(0))).unwrap();
    assert!(outcome.words().starts_with("Moved the ten of clubs to its foundation; "), "{}", outcome.words());
    let mut why = |command| session.execute(command).unwrap_err().to_string();
    assert_eq!(
        why(Command::Up(Pile::Reserve)),
        "A♥ does not go on 10♥: foundations are built up one by one."
    );
    assert_eq!(why(Command::Up(Pile::Waste)), "There is no card in the waste.");
    let nowhere = Command::Carry { from: Pile::Column(8), to: Onto::Foundation, count: None };
    assert_eq!(why(nowhere), "This game has no column 9.");
}

/// Every refusal about face-up cards names one of them.
#[test]
fn every_refusal_about_cards_names_them() {
    let mut seen = std::collections::BTreeMap::new();
    for rules in talon_games::ALL {
        let mut session = Session::dealt(rules, Deal::Number(4)).unwrap();
        let mut generator = Generator::new(4);
        for _ in 0..40 {
            let piles: Vec<Pile> = session.view().piles().collect();
            for &from in &piles {
                // In a waste whose cards are only laid aside, and a stock that is drawn from, no card is
                // meant.
                let Some(top) = session.view().top(from) else { continue };
                for &to in piles.iter().filter(|to| **to != from) {
                    for count in [None, Some(1), Some(2)] {
                        let known = session.view().open(from).filter(Option::is_some).count();
                        if usize::from(count.unwrap_or(1)) > session.view().len(from) {
                            continue;
                        }
                        let carry = Command::Carry { from, to: Onto::Pile(to), count };
                        let Err(refusal) = session.clone().execute(carry) else { continue };
                        let sentence = refusal.to_string();
                        let named =
                            talon_cards::Card::all().any(|card| sentence.contains(&format!("{card:#}")));
                        assert!(
                            named,
                            "{}: {from} to {to} x{count:?} ({top}, {known} open): {sentence}",
                            rules.name
                        );
                        if let Refusal::Illegal { why, .. } = refusal {
                            let name = format!("{why:?}");
                            let name = name.split([' ', '(']).next().unwrap_or_default().to_string();
                            seen.entry(name).or_insert(sentence);
                        }
                    }
                }
            }
            for &pile in &piles {
                if let Err(refusal @ Refusal::NoMoveOf { top: Some(top), .. }) =
                    session.clone().execute(Command::Best(pile))
                {
                    assert!(refusal.to_string().contains(&format!("{top:#}")), "{refusal}");
                }
            }
            let moves = session.view().moves();
            if moves.is_empty() {
                break;
            }
            session.execute(Command::Play(moves[generator.below(moves.len() as u64) as usize])).unwrap();
        }
    }
    // All reasons that know no card of their own occurred.
    for name in ["FaceDown", "OneAtATime", "NoTakeBack", "FoundationOne", "NoPlaceFor", "ReserveFirst"] {
        assert!(seen.contains_key(name), "{name} was not met: {:?}", seen.keys());
    }
}

#[test]
fn bookmarks_are_part_of_a_save() {
    let mut session = session("klondike-draw3", 5);
    for _ in 0..3 {
        session.execute(Command::Draw).unwrap();
    }
    session.bookmark('a');
    session.execute(Command::Undo).unwrap();
    let other = session.view().moves().into_iter().find(|m| *m != Move::Draw).unwrap();
    session.execute(Command::Play(other)).unwrap();
    session.bookmark('b');
    session.bookmark('7');
    session.execute(Command::Restart).unwrap();
    session.bookmark('d');
    let mut loaded = Session::load(&session.save()).unwrap();
    assert_eq!(loaded.save(), session.save());
    for name in ['a', 'b', '7', 'd'] {
        let place = |session: &Session| session.bookmarks().place(name).unwrap();
        let there = place(&session);
        session.execute(Command::Visit(there)).unwrap();
        let there = place(&loaded);
        loaded.execute(Command::Visit(there)).unwrap();
        assert_eq!(loaded.truth(), session.truth(), "{name}");
    }
    let bad = session.save().replace("mark a", "mark ab");
    assert!(Session::load(&bad).unwrap_err().to_string().contains("a bookmark must be a letter"));
}

/// Numbers of other programs have neighbours as well; the cards of a file have none, whatever its name looks like.
#[test]
fn the_next_deal_is_that_of_the_same_program() {
    let freecell = talon_games::find("freecell").unwrap();
    let next = |deal: Deal, forward: bool| {
        let session = Session::new(freecell, deal).unwrap();
        talon_session::Sitting::new(session, Default::default(), None).next_deal(forward)
    };
    let read = |name: &str| Deal::read(name, freecell).unwrap();
    assert_eq!(next(read("ms:617"), true), Some(read("ms:618")));
    assert_eq!(next(read("ms:617"), false), Some(read("ms:616")));
    assert_eq!(next(Deal::Number(7), false), Some(Deal::Number(6)));
    let Deal::Cards { cards, .. } = read("ms:617") else { panic!("its cards are listed") };
    for name in [Some("ms:1".to_string()), Some("board.txt".into()), None] {
        assert_eq!(next(Deal::Cards { cards: cards.clone(), name }, true), None);
    }
}

/// What the rules that can be set are is shown with an example that this game has.
#[test]
fn a_list_of_rules_ends_with_an_example_of_this_game() {
    for rules in talon_games::ALL {
        let form = talon_session::form::Form::named(rules);
        let list = form.list(false);
        let (_, example) = list.split_once("as in `set ").unwrap_or_else(|| panic!("{list}"));
        let setting = example.split('`').next().unwrap().to_string();
        form.clone().change(&[setting]).unwrap_or_else(|error| panic!("{}: {error}", rules.name));
    }
}
