//! Where the parts of the chooser lie: the list, and what is said about the chosen game beside or below it.

use ratatui::layout::Rect;

/// The width of the list without the sentences: title, how hard, the best player, the player.
pub const LIST: u16 = TITLE + 8 + 6 + 9;
/// The width of a title with its margin.
const TITLE: u16 = 26;
/// The width of the sentences.
pub const SENTENCE: u16 = 56;
/// The least width of the part beside the list.
const BESIDE: u16 = 28;

/// Where the parts lie.
pub struct Places {
    /// The whole.
    pub frame: Rect,
    /// The list.
    pub list: Rect,
    /// What is said beside the list.
    pub beside: Option<Rect>,
    /// What is said below the list.
    pub below: Option<Rect>,
    /// Whether each line says what the game is.
    pub sentences: bool,
}

/// Returns the width of the titles in a list of this width.
pub fn title_width(list: u16) -> u16 {
    if is_narrow(list) { list.saturating_sub(7) } else { list.saturating_sub(LIST - TITLE).min(TITLE) }
}

/// Returns `true` if a list has room for the titles and the rates only.
pub fn is_narrow(list: u16) -> bool {
    list < LIST - 4
}

/// Returns where the parts of the chooser lie on a screen.
pub fn places(area: Rect) -> Places {
    let width = area.width.min(LIST + SENTENCE + 62);
    let height = area.height.saturating_sub(2).min(60).max(area.height.min(4));
    let frame = Rect { x: (area.width - width) / 2, y: (area.height - height) / 2, width, height };
    let inner = Rect {
        x: frame.x + 1,
        y: frame.y + 2,
        width: width.saturating_sub(2),
        height: height.saturating_sub(3),
    }
    .intersection(frame);
    let sentences = inner.width >= LIST + SENTENCE + BESIDE + 3;
    let list = LIST + if sentences { SENTENCE } else { 0 };
    if inner.width > LIST + BESIDE {
        let beside = Rect { x: inner.x + list + 2, width: inner.width - list - 3, ..inner };
        return Places {
            frame,
            list: Rect { width: list, ..inner },
            beside: Some(beside),
            below: None,
            sentences,
        };
    }
    let lines = if inner.height >= 12 { 5 } else { 0 };
    let list = Rect { height: inner.height - lines, ..inner };
    let below = Rect { y: list.bottom(), height: lines, ..inner };
    Places { frame, list, beside: None, below: (lines > 0).then_some(below), sentences: false }
}
