//! What all games of an environment have in common.

use crate::reward::Scale;
use crate::{Actions, Cards, Order, Places, Reward, Sight, Split};
use talon_rules::{Rules, RulesError, Table};

/// The settings of an environment.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Settings {
    /// What observations show.
    pub sight: Sight,
    /// What is rewarded.
    pub reward: Reward,
    /// Which deals are played.
    pub split: Split,
    /// In which order they are played.
    pub order: Order,
    /// The number of moves after which a game is cut off.
    pub most_moves: u32,
    /// The number of moves in a row without [progress](talon_players::Progress) after which a game is cut
    /// off.
    pub patience: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            sight: Sight::default(),
            reward: Reward::default(),
            split: Split::default(),
            order: Order::default(),
            most_moves: 1000,
            patience: 200,
        }
    }
}

/// The rules and settings of an environment, and the encodings that follow from them.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    settings: Settings,
    actions: Actions,
    places: Places,
    cards: Cards,
    pub(crate) scale: Scale,
}

impl Game {
    /// The game with these rules and settings.
    ///
    /// # Errors
    /// If the rules are invalid.
    pub fn new(rules: &Rules, settings: &Settings) -> Result<Game, RulesError> {
        rules.validate()?;
        Ok(Game {
            rules: *rules,
            settings: *settings,
            actions: Actions::new(rules),
            places: Places::new(rules),
            cards: Cards::new(rules),
            scale: Scale::new(rules),
        })
    }

    /// The progress of a position from 0 to 1; see [`Reward::Progress`].
    pub fn progress(&self, table: &Table) -> f32 {
        self.scale.share(0, self.scale.progress(table))
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The numbers of the moves.
    pub fn actions(&self) -> &Actions {
        &self.actions
    }

    /// The observation of a position as bytes.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// The information-state tensor of a position.
    pub fn cards(&self) -> &Cards {
        &self.cards
    }
}
