// The types of the page. Those of the first part mirror the JSON of `talon_session::protocol`.

/** A pile of the table. `cards` goes from bottom to top; a card that is face down is empty text. */
export interface Pile {
    id: string;
    kind: string;
    words: string;
    /** The suit of a foundation (`C`, `D`, `H` or `S`), if each suit has its own. */
    suit?: string;
    cards: string[];
}
/** A position of the history: the number of the one before, and the move that led from it. */
export interface HistoryNode {
    p: number;
    m: string;
    auto?: boolean;
}
/** A part of a move, to animate: cards carried, turned up, drawn, redealt or dealt. */
export interface TableEvent {
    is: 'carried' | 'up' | 'drawn' | 'redealt' | 'dealt';
    from?: string;
    to?: string;
    pile?: string;
    count?: number;
}
/** A move that a command made or, with `back`, took back. */
export interface Step {
    move: string;
    auto: boolean;
    back: boolean;
    sentence: string;
    events: TableEvent[];
}
/** Which piles the game has and how they are used. */
export interface Layout {
    columns: number;
    foundations: number;
    cells: number;
    reserve: boolean;
    stock: boolean;
    waste: boolean;
    runs: boolean;
    draw: number;
    redeals?: number;
    rows: number | null;
    ranks: number;
    fan: number;
}
/** A card of the stock or the waste in the listing; `available` if a draw can reach it. */
export interface ListedCard {
    card: string;
    available: boolean;
}
/** The casino's account, of one hand or of all. */
export interface Account {
    hands: number;
    inspections: number;
    games: number;
    runs: number;
    information: number;
    think_time: number;
    winnings: number;
    costs: number;
    net: number;
}
/** Everything the page shows of a position. */
export interface Scene {
    save: string;
    name: string;
    title: string;
    family: string;
    set: string[];
    deal: string;
    number: string;
    layout: Layout;
    piles: Pile[];
    moves: string[];
    base: string;
    made: number;
    up: number;
    cards: number;
    score: string;
    points: number;
    redeals: number;
    status: 'won' | 'stuck' | 'open';
    stamp: string;
    auto: boolean;
    unseen: number;
    tree: HistoryNode[];
    at: number;
    /** What the engine wants to be told with the next request; nobody else reads it. */
    memory: unknown;
    /** What is proved of each position, the deal first: `winnable`, `dead` or nothing. */
    proved?: string[];
    verdict: Known;
    /** What the player should know before a command looks at the hidden cards. */
    warning?: string;
    bookmarks: { name: string; at: number; words: string }[];
    /** How long the game has been played, and for how much longer the clock runs. */
    seconds: number;
    running: number;
    listing?: { columns: number; waste: ListedCard[][]; stock: ListedCard[][] };
    /** The casino's account of the hand, with its price list. */
    ledger?: Account & { prices: string };
    /** Where the player is in a lesson, and the move that comes next. */
    lesson?: Lesson;
}
/** A step of a lesson; `astray` after a move that it does not know. */
export interface Lesson {
    name: string;
    title: string;
    step: number;
    of: number;
    words: string;
    next?: string;
    marks: { pile: string; count: number }[];
    astray: boolean;
    done: boolean;
}
/** What is known about the present position: in words, and in words for a small place. */
export interface Known {
    is: string;
    words: string;
    brief: string;
}
/** A step of a hint: which pile, then which move, then why; and the cards it is about. */
export interface Hint {
    move: string;
    words: string;
    marks: { pile: string; count: number }[];
}
export interface FoundCard {
    card: string;
    words: string;
    places: { pile: string; index: number }[];
}
/** The answer to a command: what happened, and the position after it. */
export interface Reply extends Scene {
    steps: Step[];
    notes: string[];
    refused?: string;
    hint?: Hint;
    found?: FoundCard;
    /** The search that has to come first: `verdict`. */
    wanted?: string;
}
/** A game to open: a save, or a game's name with its deal, changed rules and moves. */
export interface Start {
    save?: string;
    /** A text that was pasted or opened: a save, or a deal or position in any format. */
    file?: string;
    /** The name of a lesson, which brings its own cards. */
    lesson?: string;
    name?: string;
    set?: string[];
    deal?: string;
    auto?: boolean;
    moves?: string[];
}
export type Command = string | { [name: string]: unknown };
/** The answer to a search. */
export interface Answer {
    is: string;
    /** What was found, to be handed back by `learn`. */
    found?: unknown[];
    /** The moves to the last position that can be won, and to the first one that cannot. */
    back?: string[] | null;
    lost?: string[] | null;
    why?: string;
    nodes?: number;
    winnable?: number | null;
    dead?: number | null;
    moves?: number;
    ended?: string | null;
    deal?: string;
    tried?: number;
    words?: string;
    level?: string | null;
    /** Deals by what is proved about them, and whether all are counted. */
    counted?: Tally;
    done?: boolean;
}
/** Deals that can be won, that cannot, and that are not decided. */
export interface Tally {
    won?: number;
    lost?: number;
    open?: number;
}
/** What a search tells while it runs. */
export interface Progress {
    nodes: number;
    words?: string;
    counted?: Tally;
}
export interface GameInfo {
    name: string;
    title: string;
    family: string;
    /** What it is, as a clause without a full stop. */
    summary: string;
    /** How hard it is, as it was measured: `easy`, `hard` or another word; empty if it was not. */
    hard: string;
}
export interface Games {
    games: GameInfo[];
    lessons: { name: string; title: string }[];
}
export interface Sheet {
    sheet: string;
    rules: Record<string, unknown>;
}

/** A rule in the form of a game: its value now, and the values that can be chosen. */
export interface Choice {
    name: string;
    words: string;
    help: string;
    value: string;
    values: { setting: string; words: string }[];
    differs: boolean;
    /** Is it one of the few rules that matter first? */
    first: boolean;
}
/** What is asked about the form of a game: what was kept of it, and changes to make. */
export interface FormAsked {
    name: string;
    kept: string;
    change: string[];
}
/** The form of a game's rules. `set` and `auto` begin a game by them, `kept` is to be stored. */
export interface FormReply {
    title: string;
    named: boolean;
    kept: string;
    set: string[];
    auto: boolean;
    choices: Choice[];
    refused: string | null;
}

/** What the last reply remembered, and for how many milliseconds the player has looked at it. */
export interface Since {
    memory?: unknown;
    elapsed?: number;
}
/** The engine, wherever it runs. */
export interface Engine {
    /** `since` is what the reply before remembered, and how long ago it was. */
    play(game: Start, command?: Command, since?: Since): Promise<Reply>;
    games(): Promise<Games>;
    sheet(game: Start): Promise<Sheet>;
    form(form: FormAsked): Promise<FormReply>;
    /**
     * Searches. There is one search at a time: a new one ends the one before, whose promise then
     * resolves to null.
     */
    search(game: Start, ask: Command, progress: (told: Progress) => void): Promise<Answer | null>;
    cancel(): void;
}

/** A game in the books that has ended. */
export interface FinishedGame {
    name: string;
    title: string;
    set: string;
    deal: string;
    won: boolean;
    moves: number;
    seconds: number;
    points: number;
    stamp: string;
    when: number;
}
/** A game in the books that can be resumed. */
export interface UnfinishedGame {
    id: number | string;
    title: string;
    rules: string;
    deal: string;
    moves: number;
    seconds: number;
    when: number;
}
/**
 * A game as the page hands it to the books. `state` is the number the books gave it last, `leaves`
 * says that the player goes on to another game, `shown` that a demonstration won it.
 */
export interface Visit {
    uid: string;
    save: string;
    seconds: number;
    began: number;
    state: number;
    leaves: boolean;
    shown: boolean;
}
/** What the books answer to a visit. */
export interface Kept {
    id: number | string;
    state: number;
    account: Account;
}
/** A game the books give back to be resumed. */
export interface ResumedGame {
    uid: string;
    save: string;
    seconds: number;
    began: number;
    state: number;
}
export interface BookContents {
    played: FinishedGame[];
    left: UnfinishedGame[];
    account: Account;
}
/** The player's books: the record of every game. */
export interface Books {
    keep(visit: Visit, reply: Reply): Promise<Kept>;
    take(id: number | string): Promise<ResumedGame>;
    /** Counts an unfinished game as lost; it can no longer be resumed. */
    giveUp(id: number | string): Promise<void>;
    list(): Promise<BookContents>;
}

/**
 * Where a pile and its cards are drawn, in pixels. `zone` is where dropped cards are taken for this
 * pile, `ix` the size of the index, `note` where the small text under the pile stands.
 */
export interface PilePlace {
    x: number;
    y: number;
    w: number;
    h: number;
    cards: { x: number; y: number }[];
    ix: number;
    zone: { x: number; y: number; w: number; h: number };
    note?: { x: number; y: number };
}
/** Where everything is drawn: the width and height of a card, the size of its index, all piles. */
export interface Placement {
    cw: number;
    ch: number;
    ix: number;
    small: boolean;
    places: Map<string, PilePlace>;
}
