//! What is thought in the background, and what comes of it on the screen: verdicts, hints, the
//! post-mortem, the demonstration. Nothing here waits: questions go out, answers are fetched as time
//! passes.

use crate::app::{App, Side, Tone};
use crate::popup::Popup;
use rules::Status;
use session::{Answer, Command, NodeId, PostMortem, Question, Stamp, Told, Verdict};
use std::time::{Duration, Instant};

impl App {
    /// Asks the analyst about the position, if there is something to ask.
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

    /// The verdict to show.
    pub fn verdict(&self) -> Verdict {
        match self.sitting.verdict() {
            Verdict::NotAsked if self.verdict_on && self.analyst.is_busy() => {
                Verdict::Searching { nodes: self.analyst.nodes() }
            }
            known => known,
        }
    }

    /// Time passes: answers come in, cards fly, the demonstration goes on.
    pub fn tick(&mut self, time: Duration, now: Instant) {
        self.sitting.pass(time);
        self.show.tick(now);
        while let Some(answer) = self.analyst.poll().or_else(|| self.adviser.poll()) {
            self.answered(answer);
        }
        self.colour_the_tree();
        if self.demo.is_some_and(|next| now >= next) && self.show.is_over() {
            self.demonstrate(now);
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
                    && let Some(words) = session::standing(status)
                    && status == Status::Stuck
                {
                    self.say(format!("{words} p shows where it was lost."), Tone::Bad);
                }
            }
            Answer::Verdict(place, verdict) => {
                if verdict != Verdict::NotKnown(session::Why::Cancelled) {
                    self.sitting.learn(place, verdict);
                }
                if std::mem::take(&mut self.hint_waits) {
                    self.hint(true);
                }
            }
            Answer::Advice(place, advice) => {
                let told = self.sitting.take_advice(place, advice);
                self.tell(told);
            }
            Answer::PostMortem(found) => {
                let places = std::mem::take(&mut self.examined);
                self.note_post_mortem(&found, &places);
                self.lost = Some((found, places));
                self.popup = Some(Popup::Lost);
                self.message = (String::new(), Tone::Plain);
            }
            Answer::WinnableDeal(Some(deal)) => {
                self.execute(Command::New(deal));
                let words = match self.wanted.level() {
                    Some(level) => format!("This deal is {level}, and proved winnable."),
                    None => "This deal is proved winnable.".into(),
                };
                self.say(words, Tone::Good);
            }
            Answer::WinnableDeal(None) => {
                self.say("No such deal was found among the next 200.", Tone::Bad);
            }
            Answer::Grade(grade) => {
                self.say(format!("This deal is {grade}."), Tone::Plain);
                self.ask_about_here();
            }
        }
    }

    /// While the history lies open and nothing else is asked, verdicts for places that have none.
    fn colour_the_tree(&mut self) {
        if self.verdict_on
            && self.side == Side::History
            && !self.analyst.is_busy()
            && let Some((place, table)) = self.sitting.unjudged()
        {
            self.analyst.ask(Question::Verdict { place, table });
        }
    }

    /// What the post-mortem proved is known to the tree as well.
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

    /// Makes the next move of the proved line.
    fn demonstrate(&mut self, now: Instant) {
        match self.verdict() {
            Verdict::Winnable(line) if !line.is_empty() => {
                let before = self.scene();
                match self.sitting.follow(line[0]) {
                    Ok(outcome) => {
                        self.happened(&before, &outcome);
                        if !self.session().is_finished() {
                            self.demo = Some(now + Duration::from_millis(350));
                        }
                    }
                    Err(refusal) => {
                        self.demo = None;
                        self.say(refusal.to_string(), Tone::Bad);
                    }
                }
            }
            Verdict::Searching { .. } => self.demo = Some(now + Duration::from_millis(50)),
            Verdict::Dead => self.end_demo("This position is proved dead: there is no line to show."),
            Verdict::NotKnown(why) => self.end_demo(&format!("No line is known: {why}.")),
            _ => self.end_demo("There is nothing to show."),
        }
    }

    fn end_demo(&mut self, words: &str) {
        self.demo = None;
        self.say(words, Tone::Bad);
    }

    /// Switches the verdict on: from now on the game has seen the hidden cards.
    pub fn want_verdict(&mut self) {
        if !self.verdict_on {
            self.verdict_on = true;
            self.sitting.mark(Stamp::Oracle);
        }
        self.ask_about_here();
    }

    /// The next step of a hint.
    pub fn hint(&mut self, oracle: bool) {
        if oracle {
            match self.verdict() {
                Verdict::Searching { .. } => {
                    self.hint_waits = true;
                    return self.say("Searching for a line …", Tone::Plain);
                }
                Verdict::Dead => {
                    return self.say(
                        "No move helps: this position is proved dead. p shows where it was lost.",
                        Tone::Bad,
                    );
                }
                _ => {}
            }
        }
        let told = self.sitting.hint(oracle);
        self.tell(told);
    }

    fn tell(&mut self, told: Told) {
        match told {
            Told::Step(_, words) => self.message = (words, Tone::Good),
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
