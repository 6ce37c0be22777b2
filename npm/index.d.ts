/** What answers are made of. `saltus-api` gives the same to the page; docs/records.md describes records. */

/** A whole number: from 2^53 on as a text of its digits. */
export type Whole = number | string;

export type Tint =
  | "vacant" | "dark" | "light" | "plain" | "red" | "blue" | "yellow" | "green" | "purple" | "orange" | "teal" | "pink" | "brown" | "lime" | "sky" | "grey"
  | "absent";

/** What stands on a cell. */
export interface Spot {
  label: string;
  tint: Tint;
}

/** What a family tells people of a puzzle, and words of the page for how it looks. */
export interface Told {
  name: string;
  goal: string;
  /** `{Tap}` stands for what a hand does. */
  rule: string;
  /** What is chosen to make a move; empty where the rule says it. */
  act: string;
  /** Its looks; empty for definitions, of which the page chooses them by what they show. */
  stage: string;
  figure: string;
  seat: string;
  /** Why pieces cannot move: of those with a label (empty: of all), from which so many cells at least and at most lead to the vacancy. */
  stuck: [label: string, cells: [least: number, most: number], why: string][];
  /** The beginning of a line that a number ends: another board of this size. */
  random: string | null;
}

/** What does not change in play. Places are in thousandths of the distance between neighbours, right and down. */
export interface Outline {
  cells: "square" | "hollow" | "framed" | "hole";
  pieces: "disc" | "tile" | "peg" | "block";
  places: [number, number][];
  names: string[];
  links: [number, number][];
  marked: number[];
  walls: [number, number][];
  told: Told | null;
}

/** A move, and the cells that its piece comes to. */
export interface Choice {
  text: string;
  path: number[];
}

/** A move, and what stands after it on the cells that it changes. */
export interface Frame {
  text: string;
  path: number[];
  changes: [cell: number, label: string, tint: Tint][];
}

/** A play: its start, what its moves change, and the moves that may follow. */
export interface Play {
  /** The canonical line of the start. */
  start: string;
  /** The line of the position after the moves. */
  line: string;
  outline: Outline;
  scene: Spot[];
  frames: Frame[];
  turn: string | null;
  over: boolean;
  /** Pieces left, where these count. */
  left: number | null;
  choices: Choice[];
  palette: Spot[];
  goal: Spot[] | null;
  /** What pieces are called that count: one, several. */
  pieces: [string, string] | null;
}

export interface Family {
  name: string;
  notation: string;
  rules: string;
  examples: string[];
}

/** A definition that comes with saltus. */
export interface Classic {
  name: string;
  title: string;
  text: string;
}

/** A mistake and its place, from 1; column 0 where it concerns the whole text. */
export interface Mistake {
  line: number;
  column: number;
  why: string;
  shown: string;
}

/** What a definition says. */
export type Understood = { line: string; title: string | null; told: string; warnings: Mistake[] } | { mistake: Mistake };

/** How an answer is known. */
export interface Proof {
  label: "proved" | "searched" | "claimed";
  kind: string;
  /** The theorems that it assumes (docs/theorems.md). */
  assumes: string[];
  /** Whether the checker has checked it in this run. */
  checked: boolean;
}

export interface Solvable {
  /** Null where a limit was reached first. */
  solvable: boolean | null;
  because: string;
}

export interface Fact {
  /** What it is about, and what is so, for people. */
  subject: string;
  text: string;
  /** The same as records have it. */
  fact: { topic: string; of?: string; value: unknown; unit: string; because: string };
}

/** Which cells show why a position is lost, and what is said of them. */
export interface Trap {
  cells: number[];
  words: string;
  title: string;
  why: string;
}

/** A recorded result for exactly this position. */
export interface Recorded {
  length: number;
  lower: number;
  proved: boolean;
  source: string;
  moves: string[];
}

/** How far it is to the end. `lower` and `upper` bound what is left: moves, what they cost, or pieces, whichever counts. */
export interface Hint {
  status: "solved" | "unsolvable" | "gave-up" | "over";
  length: Whole | null;
  value: Whole | null;
  cost: Whole | null;
  optimal: boolean;
  lower: Whole | null;
  upper: Whole | null;
  best: string[];
  /** Whether these are all best moves. */
  complete: boolean;
  proof: Proof | null;
  because: string | null;
  trap: Trap | null;
  known: Recorded | null;
}

/** A move and what is left after it. */
export interface Ranked extends Choice {
  status: "best" | "won" | "lost" | "unsettled";
  length: Whole | null;
  lower: Whole | null;
  upper: Whole | null;
}

/** All moves, the best first. */
export interface Ranking {
  lower: Whole | null;
  upper: Whole | null;
  moves: Ranked[];
}

/** The record of `saltus solve --format json`. */
export interface Answer {
  command: "solve";
  /** The canonical line. */
  puzzle: string;
  status: "solved" | "unsolvable" | "gave-up";
  length?: Whole;
  /** Pieces left, where these count. */
  value?: Whole;
  /** What the moves cost, where some cost nothing. */
  cost?: Whole;
  optimal?: boolean;
  lower?: Whole;
  moves?: string[];
  moves_left_out?: string;
  because?: string;
  solver: string;
  proof?: Proof;
  limit?: string;
  expanded: Whole;
  search?: ({ what: string } & Record<string, Whole>)[];
  schema: 1;
  saltus: string;
}

/** The record of `saltus count --format json`. */
export interface Count {
  command: "count";
  /** The canonical line. */
  puzzle: string;
  status: "solved" | "unsolvable" | "gave-up";
  length?: Whole;
  /** Pieces left, where these count. */
  value?: Whole;
  /** What the moves cost, where some cost nothing. */
  cost?: Whole;
  solutions?: Whole;
  solver?: string;
  because?: string;
  schema: 1;
  saltus: string;
}

/** Shortest plays; `total` has the digits of how many there are. */
export type Listed = { status: "solved"; total: string; plays: string[][] } | { status: "unsolvable" | "gave-up"; because: string };

/** The record of `saltus survey --format json`. */
export interface Survey {
  command: "survey";
  puzzle: string;
  status: "answered" | "gave-up";
  /** What is counted by, and what is counted. */
  by?: "distance" | "value" | "length";
  of?: "positions" | "members";
  /** How many there are of each number, from 0 on. */
  distribution?: Whole[];
  facts?: Fact["fact"][];
  /** The limit that left members of a set open. */
  limit?: string;
  because?: string;
  schema: 1;
  saltus: string;
}

/** What the checker says of a certificate. */
export interface Checked {
  verified: boolean;
  /** `VERIFIED` and the claim, `REFUTED` or `RESOURCE`. */
  told: string;
  claim: string | null;
  theorems: string[];
  what: string[];
  /** Why no play does better, in one plain sentence. */
  why: string | null;
  /** Why it is not verified. */
  because: string | null;
}

/** `json` to `certificate` are answers; the others are JSON with one sentence as `error`. */
export type Kind = "json" | "svg" | "png" | "gif" | "certificate" | "unknown" | "bad" | "too-much" | "bug" | "lost";

export interface Reply {
  kind: Kind;
  bytes: Uint8Array<ArrayBuffer>;
}

/** What new puzzles are to be like; `length` and `luck` are a number or a range, such as `3..9`. */
export interface Wanted {
  /** The moves of a shortest play, or what they cost where some cost nothing, or the pieces left where these count. */
  length?: string;
  /** Of how many random plays one is a shortest one. */
  luck?: string;
  /** Only one first move begins a shortest play. */
  unique_first?: boolean;
  /** No move along its shortest play loses. */
  no_losing?: boolean;
  /** The longest that there are, or of those that are tried. */
  hardest?: boolean;
  /** Pieces are left out as long as the length stays (definitions, Clobber). */
  minimal?: boolean;
  /** How many puzzles, at most 60; the default is 1. */
  count?: number;
  /** The default is 0. */
  seed?: number;
  limits?: Limits;
}

/** New puzzles. */
export interface Made {
  /** `unsolvable`: there is no such puzzle, or no other one; `gave-up`: none was found. */
  status: "answered" | "unsolvable" | "gave-up";
  seed: number;
  puzzles: { line: string; length: Whole }[];
  /** Why there are fewer than were wanted. */
  because: string | null;
  /** The puzzles as a lesson (docs/lessons.md). */
  lesson: string;
}

/** How far a search is. */
export interface Progress {
  phase?: string;
  nodes?: number;
  fraction?: number | null;
}

export interface Options {
  /** Ends the call, and with it the search: the promise is rejected with the reason of the signal. */
  signal?: AbortSignal;
  /** Hears how far a search is, at most five times a second. */
  progress?: (now: Progress) => void;
}

/** Limits below those of the module, which are 1 GiB and no time. */
export interface Limits {
  /** Seconds. */
  timeout?: number;
  /** Bytes. */
  memory?: number;
  nodes?: number;
}

/** What is thrown where there is no answer: one sentence, and where it belongs. */
export class Refusal extends Error {
  kind: Kind;
  /** The character of the line that is wrong, from 1. */
  column: number | null;
  /** How many moves could be made before the wrong one. */
  made: number | null;
}

/** The library in threads of its own. What it refuses is thrown as a `Refusal`. */
export class Saltus {
  private constructor();
  families(): Promise<Family[]>;
  classics(): Promise<Classic[]>;
  /** Reads a definition (docs/definitions.md); its line is a puzzle. */
  definition(text: string): Promise<Understood>;
  play(line: string, moves?: string[]): Promise<Play>;
  /** The moves that may follow. */
  moves(line: string, moves?: string[]): Promise<string[]>;
  /** The board as text, after these moves. */
  show(line: string, moves?: string[]): Promise<string>;
  solvable(line: string, options?: Options): Promise<Solvable>;
  explain(line: string, options?: Options): Promise<Fact[]>;
  hint(line: string, options?: Options): Promise<Hint>;
  rank(line: string, options?: Options): Promise<Ranking>;
  solve(line: string, options?: Options & { limits?: Limits }): Promise<Answer>;
  /** The answer as the line that the program writes, to the byte. */
  record(line: string, options?: Options & { limits?: Limits }): Promise<string>;
  /** The proof of the answer, for `check` and `saltus-check`. */
  certificate(line: string, options?: Options & { limits?: Limits }): Promise<Uint8Array<ArrayBuffer>>;
  /** What the independent checker says of a proof. */
  check(certificate: Uint8Array | string, options?: Options): Promise<Checked>;
  /** How many shortest plays there are. */
  count(line: string, options?: Options & { limits?: Limits }): Promise<Count>;
  /** Shortest plays, from number `from` on (1), at most `take` of them (10, and no more than 1000). */
  list(line: string, options?: Options & { limits?: Limits; from?: number; take?: number }): Promise<Listed>;
  /** All positions, counted by their distance. The line may name a set of positions. */
  survey(line: string, options?: Options & { limits?: Limits }): Promise<Survey>;
  /** A picture as SVG: the position after the moves, or the play. */
  draw(line: string, what?: { moves?: string[]; as?: "svg" | "film" | "animation" }): Promise<string>;
  /** New puzzles of a material, as `saltus new` makes them; the same seed makes the same ones. */
  new(line: string, wanted?: Wanted, options?: Options): Promise<Made>;
  /** A lesson as pages of A4 to be printed, each as SVG: first those with the boards, then so many with the answers. `link` is on them as a QR code. */
  sheet(lesson: string, options?: Options & { link?: string }): Promise<{ pages: string[]; answers: number }>;
  /** The state graph as SVG. */
  graph(line: string, options?: Options): Promise<string>;
  /** The reply to any request that `saltus-api` knows, also where it is a refusal. */
  call(name: string, request?: object, options?: Options): Promise<Reply>;
}

/** The checker, a module of its own that shares no code with the library. */
export class Checker {
  private constructor();
  check(certificate: Uint8Array | string, options?: Options): Promise<Checked>;
}

export function load(): Promise<Saltus>;
export function loadChecker(): Promise<Checker>;
