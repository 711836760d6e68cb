//! Searches in the background and their results: verdicts, hints, the post-mortem, the demonstration.
//!
//! Nothing here waits. Questions are sent to a thread, and answers are fetched as time passes.

use crate::app::{App, Side, Tone};
use crate::commands::Action;
use crate::popup::{End, Lost};
use std::time::{Duration, Instant};
use talon_rules::Status;
use talon_session::form::Form;
use talon_session::{Answer, Command, NodeId, PostMortem, Question, Sought, Stamp, Told, Verdict};

impl App {
    /// Asks about the present position, if there is something to ask.
    pub fn ask_about_here(&mut self) {
        let session = self.sitting.session();
        if session.is_finished() {
            self.analyst.cancel();
            return;
        }
        let place = session.history().current();
        let solve = self.verdict_on && matches!(self.sitting.verdict(), Verdict::NotAsked);
        let table = session.truth().clone();
        self.analyst.ask(Question::Judge { place, table, solve });
    }

    /// Returns the verdict to show.
    pub fn verdict(&self) -> Verdict {
        match self.sitting.verdict() {
            Verdict::NotAsked if self.verdict_on && self.analyst.is_busy() => {
                Verdict::Searching { nodes: self.analyst.nodes() }
            }
            known => known,
        }
    }

    /// Takes in answers and advances animation and demonstration.
    pub fn tick(&mut self, time: Duration, now: Instant) {
        self.sitting.pass(time);
        self.animation.tick(now);
        while let Some(answer) = self.analyst.poll().or_else(|| self.adviser.poll()) {
            self.answered(answer);
        }
        self.colour_the_tree();
        if self.ending && self.animation.is_over() && self.popup.is_none() {
            self.ending = false;
            self.show_the_end();
        }
        if self.demonstration.is_some_and(|next| now >= next) && self.animation.is_over() {
            self.demonstrate(now);
        }
    }

    /// Opens the end of the game, and has its deal played by fair hints, to compare.
    pub fn show_the_end(&mut self) {
        self.open(End::new(self));
        self.honest = None;
        let session = self.session();
        if let Ok(deal) = session.deal().table(session.rules()) {
            self.adviser.ask(Question::Honest(deal));
        }
    }

    fn answered(&mut self, answer: Answer) {
        match answer {
            Answer::Status(place, status) => {
                if !(self.verdict_on && self.sitting.verdict() == Verdict::NotAsked) {
                    self.analyst.rest();
                }
                self.status = Some((place, status));
                if place == self.session().history().current()
                    && let Some(words) = talon_session::standing(status)
                    && status == Status::Stuck
                {
                    self.say(format!("{words} Press p to see which move lost the game."), Tone::Bad);
                }
            }
            Answer::Verdict(place, verdict) => {
                if verdict != Verdict::NotKnown(talon_session::Why::Cancelled) {
                    self.sitting.learn(place, verdict);
                }
                if std::mem::take(&mut self.hint_waits) {
                    self.hint(true);
                }
            }
            Answer::Advice(place, advice) => {
                let told = self.sitting.take_advice(place, advice);
                self.tell(told, Action::Hint);
            }
            Answer::PostMortem(found) => {
                let places = std::mem::take(&mut self.examined);
                self.note_post_mortem(&found, &places);
                self.lost = Some((found, places));
                self.open(Lost::default());
                self.message = (String::new(), Tone::Plain);
            }
            Answer::Deal(aim, sought) => {
                self.popup = None;
                let form = self.sought.take();
                match (sought.deal(), form) {
                    // By the rules on the table, the habits of the game go on.
                    (Some(deal), Some(form)) if form.rules() != Form::of_session(self.session()).rules() => {
                        self.deal(&form, deal.clone());
                    }
                    (Some(deal), _) => drop(self.execute(Command::New(deal.clone()))),
                    (None, _) => self.ask_about_here(),
                }
                let tone = if matches!(sought, Sought::Found(_)) { Tone::Good } else { Tone::Bad };
                let words = sought.words(aim);
                let words = match sought.deal() {
                    Some(deal) => format!("{}, {deal}. {words}", self.session().title()),
                    None => words,
                };
                self.say(words, tone);
            }
            Answer::Honest(played) => self.honest = Some(played),
            Answer::Grade(grade) => {
                self.say(format!("This deal is {grade}."), Tone::Plain);
                self.ask_about_here();
            }
        }
    }

    /// Asks for verdicts of the history's positions while the tree is shown and nothing else is asked.
    fn colour_the_tree(&mut self) {
        if self.verdict_on
            && (self.side == Side::History || self.popup.as_ref().is_some_and(|popup| popup.is_history()))
            && !self.analyst.is_busy()
            && let Some((place, table)) = self.sitting.unjudged()
        {
            self.analyst.ask(Question::Verdict { place, table });
        }
    }

    /// Takes over into the history what the post-mortem has proved.
    fn note_post_mortem(&mut self, found: &PostMortem, places: &[NodeId]) {
        let mut learn = |at: usize, verdict| {
            if let Some(&place) = places.get(at) {
                self.sitting.learn(place, verdict);
            }
        };
        match found {
            PostMortem::NeverWinnable => learn(0, Verdict::Dead),
            PostMortem::StillWinnable(line) => learn(places.len() - 1, Verdict::Winnable(line.clone())),
            PostMortem::LostBy { at, line } => {
                learn(at - 1, Verdict::Winnable(line.clone()));
                learn(*at, Verdict::Dead);
            }
            PostMortem::NotKnown { dead, .. } => {
                if let Some(at) = dead {
                    learn(*at, Verdict::Dead);
                }
            }
        }
        self.sitting.mark(Stamp::Oracle);
    }

    /// Makes the next move of the demonstration.
    fn demonstrate(&mut self, now: Instant) {
        match self.verdict() {
            Verdict::Winnable(line) if !line.is_empty() => {
                let before = self.scene();
                match self.sitting.follow(line[0]) {
                    Ok(outcome) => {
                        self.happened(&before, &outcome);
                        if !self.session().is_finished() {
                            self.demonstration = Some(now + Duration::from_millis(350));
                        }
                    }
                    Err(refusal) => {
                        self.demonstration = None;
                        self.say(refusal.to_string(), Tone::Bad);
                    }
                }
            }
            Verdict::Searching { .. } => self.demonstration = Some(now + Duration::from_millis(50)),
            Verdict::Dead => {
                let words = self.sitting.verdict_words(&Verdict::Dead);
                self.end_demonstration(&format!("There is no win to show: the game {words}."));
            }
            Verdict::NotKnown(why) => self.end_demonstration(&format!("No win is known: {why}.")),
            _ => self.end_demonstration("There is nothing to show."),
        }
    }

    fn end_demonstration(&mut self, words: &str) {
        self.demonstration = None;
        self.say(words, Tone::Bad);
    }

    /// Switches the verdict on. From now on the player is told about hidden cards, which marks the game.
    pub fn want_verdict(&mut self) {
        if !self.verdict_on {
            self.verdict_on = true;
            self.sitting.mark(Stamp::Oracle);
        }
        self.ask_about_here();
    }

    /// Gives the next step of a hint.
    pub fn hint(&mut self, oracle: bool) {
        if oracle {
            match self.verdict() {
                Verdict::Searching { .. } => {
                    self.hint_waits = true;
                    return self.say("Searching for a win …", Tone::Plain);
                }
                Verdict::Dead => {
                    let words = self.sitting.verdict_words(&Verdict::Dead);
                    // At the deal, no move can have lost the game.
                    let more = match self.session().history().line().is_empty() {
                        true => String::new(),
                        false => {
                            let key = self.keys.of(Action::PostMortem);
                            format!(" Press {key} to see whether a move lost it.")
                        }
                    };
                    return self.say(format!("No move wins: the game {words}.{more}"), Tone::Bad);
                }
                _ => {}
            }
        }
        let told = self.sitting.hint(oracle);
        self.tell(told, if oracle { Action::OracleHint } else { Action::Hint });
    }

    /// Shows an answer to a request for a hint, and what pressing the key again gives.
    fn tell(&mut self, told: Told, action: Action) {
        match told {
            Told::Step(_, words) => {
                let key = self.keys.of(action);
                let more = match self.sitting.hinted() {
                    Some((_, 1)) => format!(" Press {key} again for the move."),
                    Some((_, 2)) => format!(" Press {key} again for the reason."),
                    _ => String::new(),
                };
                self.message = (words + &more, Tone::Good);
            }
            Told::None(words) if words.is_empty() => {}
            Told::None(words) => self.say(words, Tone::Bad),
            Told::Think => {
                let place = self.session().history().current();
                let table = self.session().truth().clone();
                self.adviser.ask(Question::Advice { place, table });
                self.message = ("Thinking …".into(), Tone::Plain);
            }
        }
    }
}
