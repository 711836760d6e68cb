/** What the engine says; the Rust side is `session::protocol`. */
export interface PileForm { id: string; kind: string; words: string; cards: string[] }
export interface NodeForm { p: number; m: string; auto?: boolean }
export interface EventForm { is: "carried" | "up" | "drawn" | "redealt" | "dealt"; from?: string; to?: string; pile?: string; count?: number }
export interface StepForm { move: string; auto: boolean; back: boolean; sentence: string; events: EventForm[] }
export interface Layout { columns: number; foundations: number; cells: number; reserve: boolean; stock: boolean; waste: boolean; runs: boolean; draw: number; redeals?: number; rows: number | null; ranks: number; fan: number }
export interface Listed { card: string; available: boolean }
export interface Account { hands: number; inspections: number; games: number; runs: number; information: number; think_time: number; winnings: number; costs: number; net: number }
export interface Scene {
  save: string; name: string; title: string; family: string; set: string[]; deal: string; number: string;
  layout: Layout; piles: PileForm[]; moves: string[]; base: string; made: number; up: number; cards: number;
  score: string; points: number; redeals: number; status: "won" | "stuck" | "open"; stamp: string; auto: boolean;
  unseen: number; tree: NodeForm[]; at: number; listing?: { columns: number; waste: Listed[][]; stock: Listed[][] }; ledger?: Account;
}
export interface HintForm { move: string; from: string; to: string; sentence: string; steps: string[] }
export interface Found { card: string; words: string; places: { pile: string; index: number }[] }
export interface Reply extends Scene { steps: StepForm[]; notes: string[]; refused?: string; hint?: HintForm; found?: Found }
export interface Start { save?: string; name?: string; set?: string[]; deal?: string; auto?: boolean; moves?: string[] }
export type Command = string | { [name: string]: unknown };
export interface Answer { is: string; line?: string[]; why?: string; nodes?: number; winnable?: number | null; dead?: number | null; moves?: number; ended?: string | null; deal?: string; tried?: number; words?: string; level?: string | null }
export interface Field { name: string; words: string; kind: { is: string; least?: number; most?: number; words?: string[] } }
export interface GameForm { name: string; title: string; family: string; rules: Record<string, unknown> }
export interface Games { games: GameForm[]; fields: Field[]; scorings: string[] }
export interface Sheet { sheet: string; rules: Record<string, unknown> }
export interface Engine {
  play(game: Start, command?: Command): Promise<Reply>;
  games(): Promise<Games>;
  sheet(game: Start): Promise<Sheet>;
  /** One search at a time; a new one ends the old one. Resolves to null when it was ended. */
  search(game: Start, ask: Command, progress: (nodes: number) => void): Promise<Answer | null>;
  cancel(): void;
}
export interface Record1 { name: string; title: string; set: string; deal: string; won: boolean; moves: number; seconds: number; points: number; stamp: string; when: number }
export interface Left { id: number | string; title: string; rules: string; deal: string; moves: number; seconds: number; when: number }
/** A game as the page brings it to the books, and what they say. */
export interface Visit { uid: string; save: string; seconds: number; began: number; state: number; leaves: boolean; shown: boolean }
export interface Kept { id: number | string; state: number; account: Account }
export interface Taken { uid: string; save: string; seconds: number; began: number; state: number }
export interface Listed1 { played: Record1[]; left: Left[]; account: Account }
export interface Books {
  keep(visit: Visit, reply: Reply): Promise<Kept>;
  take(id: number | string): Promise<Taken>;
  /** A game that was left counts as lost from now on, and waits no more. */
  giveUp(id: number | string): Promise<void>;
  list(): Promise<Listed1>;
}
export interface Place { x: number; y: number; w: number; h: number; cards: { x: number; y: number }[]; ix: number; zone: { x: number; y: number; w: number; h: number }; note?: { x: number; y: number; text: string } }
export interface Laid { cw: number; ch: number; ix: number; small: boolean; places: Map<string, Place> }
