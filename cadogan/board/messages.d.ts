// The messages between a screen and its referee, and what a screen keeps: the types that the JavaScript is checked against.
// Python's side: cadogan/board/session.py, cadogan/board/round_session.py, cadogan/board/page.py.

/** A card as text, such as `10H`; null where its face is not seen. */
export type Seen = string | null;
export type Piles = Record<string, Seen[]>;

export interface Place {
  id: string; name: string; group: string; x: number; y: number; angle: number; spread: [number, number]; face_down: boolean; home: boolean;
  /** It is drawn only while it holds a card. */
  while_held?: boolean;
  /** How many cards the deal lays there; whether a rule goes by where the places of its group lie; the row that it is dealt with, from 0. */
  dealt?: number; tied?: boolean; row?: number;
}

/** A legal move. */
export interface Move {
  text: string; kind: string; from: string; to: string; count: number; places: string[]; says: string;
}

/** A button of the game: a kind of move that names no place. */
export interface KindButton { kind: string; label: string; key: string; can: boolean }

/** A record (cadogan.Record.to_json), perhaps with changed rules: what a game is opened by. */
export interface Opening {
  format: 1; game: string; deal: number; moves: string[]; readings?: Record<string, string>; cards?: string; rules?: string; variant?: string;
}

/** A patience as it stands. */
export interface State {
  kind: "state"; note: string; title: string; slug: string; deal: number;
  /** Whether the deal is one from real cards; its record has them. */
  real: boolean; hardness: { word: string; says: string } | null; kept_as: string; won: boolean; over: boolean; result: string;
  moved: number; can_undo: boolean; can_redo: boolean; piles: Piles; moves: Move[]; buttons: KindButton[];
  /** How many cards are left, where all of them go home by themselves. */
  finish: number;
  record: Opening | null; last: Move | null;
  counts: { name: string; value: number }[]; text: string;
  /** With the first state alone. */
  places?: Place[]; alternate?: boolean; strategies?: { name: string; says: string }[]; grades?: string[];
  how?: { part: string; says: string; rules: string[]; places: string[] }[];
  /** In answer to `show`. */
  shown?: number; stopped?: boolean;
}

/** What the board of a patience sends. */
export type Asked =
  | { kind: "hello" | "redo" | "restart" | "odds" | "save" | "chance" | "lost_at" }
  | { kind: "hint"; on?: true; stop?: true }
  | { kind: "verdict"; asked?: true; on?: true; stop?: true }
  | { kind: "go"; to: number }
  | { kind: "undo"; to?: number }
  | { kind: "home"; most?: number }
  | { kind: "move"; text: string }
  | { kind: "try"; from: string; to: string; count?: number | null }
  | { kind: "try"; places: string[] }
  | { kind: "new"; deal: number } | { kind: "new"; any: true; grade?: string; played?: number[] } | { kind: "new"; day: number }
  | { kind: "new"; cards: string }
  | { kind: "lay"; cards: string; rest?: true }
  | { kind: "show"; strategy: string; moves: number }
  | { kind: "concerns"; rule: string }
  | { kind: "load"; record: string };

/** What comes back, beside a state. */
export type Reply =
  | State
  | { kind: "refused"; sentence: string; rule: string; from?: string; to?: string }
  | { kind: "error"; sentence: string }
  | { kind: "hint"; move: string | null; places: string[]; says: string }
  | { kind: "odds"; rows: object[]; says: string }
  | { kind: "concerns"; rule: string; places: string[]; now: string[]; says: string }
  | { kind: "chance"; at: number; share: number; low: number; high: number; n: number; says: string }
  /** The solver is still searching for what was asked by a message of this kind: sent again with `on` it goes on, with `stop` it ends. */
  | { kind: "searching"; of: "hint" | "verdict"; states: number; seconds: number }
  | { kind: "verdict"; at: number; verdict: "won" | "lost" | "unknown"; says: string }
  | { kind: "lost_at"; at: number | null; says: string }
  /** How far a pack of real cards is laid: how often each card can still come, and where the next one goes. */
  | { kind: "laid"; cards: string[]; of: number; wrong: string[]; left: Record<string, number>; piles: Piles; rest: boolean; next: string; sure: boolean }
  | { kind: "saved"; record: string };

/** A game as this machine keeps it: its line of play, how far along it stands, how it `ended` if it did; `spent` in milliseconds.
 *  The latest that was left in the middle has what is to be drawn of it before Python is there. */
export interface Kept {
  deal: number; moved: number; record: Opening & { round?: undefined } | RoundOpening & { cards?: undefined }; spent: number; ended?: "won" | "lost" | "over"; when?: number;
  /** Whether moves in it came from elsewhere: by a link, or from a file. */
  theirs?: boolean;
  /** How many hints were asked for in it. */
  hints?: number;
  view?: Pick<State, "piles" | "moves" | "buttons" | "counts" | "text" | "hardness"> | RoundState;
}

/** What a round table is opened by: its record and who sits where; of a game that this machine keeps, where it stands, whether it counts
 *  and whether the person passes for the rest of the hand. */
export interface RoundOpening {
  moves?: undefined; round: { seed: number; actions: string[]; players: number; options: Record<string, unknown> }; seats: string[];
  at?: number; fair?: boolean; passing?: boolean;
}

/** Who sits at a seat of a round table. */
export interface Player { name: string; person: boolean; level: string; character: string }

/** An action that can be done at a round table. */
export interface Action {
  text: string; verb: string; says: string; of: string; pick: string[]; pile: string | null; meld: number | null; price: number | null;
}

/** The score sheet of a hand: counters gained by seat. */
export interface Sheet {
  deal: number; said: string[]; counters: number[]; gained: number[]; totals: number[]; over: boolean;
  rows: { deal: number; hand: number; gained: number[] }[];
}

/** A round table as one person sees it. */
export interface RoundState {
  kind: "state"; note: string; title: string; slug: string; deal: number; at: number; length: number; over: boolean; between: boolean; bot: boolean;
  players: Player[]; persons: number[]; seat: number | null; acting: number | null; curtain: number | null; lifted: boolean; varied: string[];
  kept_as: string; counted: boolean; can_undo: boolean; can_redo: boolean; can_pass: boolean; passing: boolean; forced: boolean; says_turn: string; text: string;
  actions: Action[]; tries: string[]; drops: Record<string, string>; said: { says: string }[]; said_before: number;
  parts: Record<string, any>; settled: Sheet | null;
}

/** What the round tables send beside what a patience does. */
export type RoundAsked =
  | { kind: "hello" | "undo" | "redo" | "restart" | "hint" | "save" | "options" | "cut" | "next" | "pass" }
  | { kind: "act"; text: string }
  | { kind: "try"; verb: string; cards: string[]; meld: number | null }
  | { kind: "bot"; at: number; actions: number }
  | { kind: "go"; to: number } | { kind: "lift"; on: boolean } | { kind: "forced"; on: boolean }
  | { kind: "new"; deal: number } | { kind: "ready"; seat: number } | { kind: "sit"; seat: number; who: string }
  | { kind: "change"; options: Record<string, unknown>; players: number; deal: number } | { kind: "keep" }
  | { kind: "load"; record: string; seats?: string[]; at?: number; fair?: boolean; passing?: boolean };

/** Whoever says what is legal. */
export interface Referee { send(message: object): unknown; close(): void }
/** The widget's model, as anywidget gives it. */
export interface Model {
  get(name: string): any; send(message: object): unknown;
  on(name: string, heard: (message: any) => void): void; off(name: string, heard: (message: any) => void): void;
  widget_manager?: any;
}
