// The package: what it answers is declared in types.d.ts, which is made from the library.

import type { Checked, CountRecord, Replies, Requests, Solvable, SolveRecord, Stated, SurveyRecord } from "./types.js";

export type * from "./types.js";

/** The record of `saltus solve --format json`. */
export type Answer = SolveRecord;
/** The record of `saltus count --format json`. */
export type Count = CountRecord;
/** The record of `saltus survey --format json`. */
export type Survey = SurveyRecord;

/** `json` to `certificate` are answers; the others are JSON with one sentence as `error`. */
export type Kind = "json" | "svg" | "png" | "gif" | "certificate" | "unknown" | "bad" | "too-much" | "bug" | "lost";

export interface Reply {
  kind: Kind;
  bytes: Uint8Array<ArrayBuffer>;
}

/** What new puzzles are to be like. */
export type Wanted = Omit<Requests["new"], "line">;

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

/** What a request has besides its line. */
export type Asked<Name extends keyof Requests> = Options & Omit<Requests[Name], "line">;

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
  families(): Promise<Replies["families"]>;
  classics(): Promise<Replies["classics"]>;
  /** Reads a definition (docs/definitions.md); its line is a puzzle. */
  definition(text: string): Promise<Replies["definition"]>;
  play(line: string, moves?: string[]): Promise<Replies["play"]>;
  /** The moves that may follow. */
  moves(line: string, moves?: string[]): Promise<string[]>;
  /** The board as text, after these moves. */
  show(line: string, moves?: string[]): Promise<string>;
  solvable(line: string, options?: Options): Promise<Solvable>;
  explain(line: string, options?: Options): Promise<Stated[]>;
  hint(line: string, options?: Options): Promise<Replies["hint"]>;
  rank(line: string, options?: Options): Promise<Replies["rank"]>;
  solve(line: string, options?: Asked<"solve">): Promise<Answer>;
  /** The answer as the line that the program writes, to the byte. */
  record(line: string, options?: Asked<"solve">): Promise<string>;
  /** The proof of the answer, for `check` and `saltus-check`. */
  certificate(line: string, options?: Asked<"certificate">): Promise<Replies["certificate"]>;
  /** What the independent checker says of a proof. */
  check(certificate: Uint8Array | string, options?: Options): Promise<Checked>;
  /** How many shortest plays there are. */
  count(line: string, options?: Asked<"count">): Promise<Count>;
  /** Shortest plays, from number `from` on (1), at most `take` of them (10, and no more than 1000). */
  list(line: string, options?: Asked<"list">): Promise<Replies["list"]>;
  /** All positions, counted by their distance. The line may name a set of positions. */
  survey(line: string, options?: Asked<"survey">): Promise<Survey>;
  /** How searches look at a position: what breadth-first search and A* by each bound expand, with charts. */
  trace(line: string, options?: Asked<"trace">): Promise<Replies["trace"]>;
  /** A picture as SVG: the position after the moves, or the play. */
  draw(line: string, what?: { moves?: string[]; as?: "svg" | "film" | "animation" }): Promise<string>;
  /** New puzzles of a material, as `saltus new` makes them; the same seed makes the same ones. */
  new(line: string, wanted?: Wanted, options?: Options): Promise<Replies["new"]>;
  /** A lesson as pages of A4 to be printed, each as SVG: first those with the boards, then so many with the answers. `link` is on them as a QR code. */
  sheet(lesson: string, options?: Options & { link?: string }): Promise<Replies["sheet"]>;
  /** The state graph as SVG. */
  graph(line: string, options?: Options): Promise<string>;
  /** The reply to any request, also where it is a refusal. */
  call<Name extends keyof Requests>(name: Name, request?: Requests[Name], options?: Options): Promise<Reply>;
}

/** The checker, a module of its own that shares no code with the library. */
export class Checker {
  private constructor();
  check(certificate: Uint8Array | string, options?: Options): Promise<Checked>;
}

export function load(): Promise<Saltus>;
export function loadChecker(): Promise<Checker>;
