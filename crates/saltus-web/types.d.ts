// What requests and replies are made of. Made from their types in Rust by a test of saltus-api; do not edit.

/** The positions around one. */
export interface Around {
  /** By the fewest moves that lead there, from 0 on: how many can be won, and how many are lost. */
  by: [number, number][] | null;
  nodes: Near[];
  /** All positions; null where they are too many to be counted. */
  total: number | null;
  /** From how many of them the goal can be reached. */
  winnable: number | null;
}

/** A puzzle. */
export interface Arranged {
  line: string;
}

/** The form in which all cells of a board are drawn. */
export type CellForm = "square" | "hollow" | "framed" | "hole";

/** What the checker says of a certificate: its JSON, which no code of it shares. */
export interface Checked {
  /** Why it is not verified. */
  because: string | null;
  claim: string | null;
  /** Theorems that are taken as proved in docs/theorems.md. */
  theorems: string[];
  /** `VERIFIED` and the claim, `REFUTED` or `RESOURCE`. */
  told: string;
  verified: boolean;
  /** What was checked: what is so, a colon, and how that is known. */
  what: string[];
  /** Why no play does better, in one plain sentence. */
  why: string | null;
}

/** A move, and the cells that its piece comes to. */
export interface Choice {
  path: number[];
  text: string;
}

/** A definition that comes with the program. */
export interface Classic {
  name: string;
  text: string;
  title: string;
}

export type CountRecord = {
  command: "count";
  /** What the moves of each cost, where some cost nothing. */
  cost?: Whole;
  /** Processor time of all its threads, in seconds. */
  cpu_seconds?: number;
  /** The number of moves of each. */
  length: Whole;
  /** Its line in the input of a batch, from 1 on. */
  line?: number;
  /** What the list that the puzzle came from calls it, for instance Korf's number. */
  name?: string;
  /** The puzzle in canonical notation; a line that was refused is given as it was. */
  puzzle: string;
  /** The version of the program. */
  saltus: string;
  /** The version of this format. */
  schema: 1;
  /** Seconds that it took to count them. */
  seconds?: number;
  /** The seed of a random board, as given or drawn. */
  seed?: Whole;
  /** Shortest plays. */
  solutions: Whole;
  /** The method. */
  solver: string;
  /** What became of it. */
  status: "solved";
  /** The pieces that each leaves, where these count. */
  value?: Whole;
} | {
  /** Why, in a sentence. */
  because: string;
  command: "count";
  /** Processor time of all its threads, in seconds. */
  cpu_seconds?: number;
  /** Its line in the input of a batch, from 1 on. */
  line?: number;
  /** What the list that the puzzle came from calls it, for instance Korf's number. */
  name?: string;
  /** The puzzle in canonical notation; a line that was refused is given as it was. */
  puzzle: string;
  /** The version of the program. */
  saltus: string;
  /** The version of this format. */
  schema: 1;
  /** Seconds that it took to find this out. */
  seconds?: number;
  /** The seed of a random board, as given or drawn. */
  seed?: Whole;
  /** What became of it. */
  status: "unsolvable" | "gave-up";
};

/** A file that another program reads. */
export interface Exported {
  /** What it is, and the ending of its name, such as `domain.pddl`. */
  name: string;
  /** All of it. */
  text: string;
}

/** One thing that is so, as data: a program reads the value, a person the line that `Display` makes of it. */
export interface Fact {
  /** Why, or what else is to be known; may be empty. */
  because: string;
  /** Which of several it is about, such as an army or a member of a set; none where it is the puzzle. */
  of?: string;
  /** What it is about: a word of the vocabulary of records. */
  topic: string;
  /** What a number counts, in the plural; empty where there is nothing to count. */
  unit: string;
  /** What is so. */
  value: Value;
}

/** A family of puzzles. */
export interface Family {
  examples: string[];
  name: string;
  notation: string;
  rules: string;
}

/** Why a request is not answered. */
export interface Fault {
  /** The character of the line that is wrong, from 1 on. */
  column?: number | null;
  /** Why, in one sentence. */
  error: string;
  /** How many moves could be made before the wrong one. */
  made?: number | null;
}

/** A move, and what stands after it on the cells that it changes. */
export interface Frame {
  /** The cells that the move changes, and what is on them then. */
  changes: [number, string, Tint][];
  path: number[];
  text: string;
}

/** A recorded result for exactly this position. */
export interface Here {
  length: number;
  lower: number;
  moves: string[];
  proved: boolean;
  source: string;
}

/** How far it is to the end. `lower` and `upper` bound the number by which plays are judged: moves; what they cost, where some moves cost nothing; the pieces left, where these count. `lower` is never above `upper`, and both are null where no play reaches the goal; `upper` alone is null where no play is known. */
export interface Hint {
  /** Why there is no answer. */
  because: string | null;
  /** The best moves that are known. */
  best: string[];
  /** Whether these are all best moves. */
  complete: boolean;
  /** What it costs, where some moves cost nothing. */
  cost: Whole | null;
  known: Here | null;
  /** The moves of the play. */
  length: Whole | null;
  lower: Whole | null;
  /** Whether no play is better. */
  optimal: boolean;
  proof: Proof | null;
  status: "solved" | "unsolvable" | "gave-up" | "over";
  trap: Obstruction | null;
  upper: Whole | null;
  /** The pieces that it leaves, where these count. */
  value: Whole | null;
}

/** What an iteration came to in a part. */
export interface Iteration {
  /** The nodes of fewer moves, which every part has. */
  above: number;
  /** The nodes of the subtrees of this part, in order: how many, and how often in a row. */
  below: [number, number][];
  /** Where the tree is cut into subtrees. */
  depth: number;
  /** No play of more moves was looked at. */
  threshold: number;
}

/** A result. */
export interface Known {
  length: number;
  line: string;
  lower: number;
  proved: boolean;
  source: string;
}

/** Limits below those that are granted. */
export interface Limits {
  /** Bytes. */
  memory?: number | null;
  /** Positions that are expanded. */
  nodes?: number | null;
  /** Seconds. */
  timeout?: number | null;
}

/** Shortest plays. */
export type Listed = { plays: string[][]; status: "solved"; total: string } | { because: string; status: "unsolvable" } | { because: string; status: "gave-up" };

/** New puzzles. */
export interface Made {
  /** Why there are fewer than were wanted. */
  because: string | null;
  /** The puzzles as a lesson (docs/lessons.md). */
  lesson: string;
  puzzles: NewPuzzle[];
  seed: number;
  /** `unsolvable`: there is no such puzzle, or no other one; `gave-up`: none was found. */
  status: "answered" | "unsolvable" | "gave-up";
}

/** A mistake in a definition, and its place. */
export interface Mistake {
  /** From 1 on; 0 where it concerns the whole text. */
  column: number;
  /** From 1 on. */
  line: number;
  /** The line, with a mark below the mistake. */
  shown: string;
  why: string;
}

export interface Near {
  /** Whether this is the position that was asked about. */
  here: boolean;
  id: number;
  /** What is left from here, where it is known exactly. */
  left: Whole | null;
  level: number;
  line: string;
  /** Moves from here whose positions are not shown. */
  more: number;
  /** The moves that lead here from them. */
  moves: string[];
  /** Positions from which a move leads here. */
  parents: number[];
  scene: Spot[];
  status: "goal" | "stuck" | "lost" | "won" | "unknown";
}

/** A new puzzle. */
export interface NewPuzzle {
  length: Whole;
  line: string;
}

/** What on the board shows that the goal can never be reached. */
export interface Obstruction {
  /** The cells that show it, ascending; they count from 0. */
  cells: number[];
  /** The same as a sentence. */
  title: string;
  /** Why the goal can never be reached then, as a sentence. */
  why: string;
  /** What is wrong with them, in two or three words. */
  words: string;
}

/** What does not change in play. */
export interface Outline {
  cells: CellForm;
  /** Cells that are joined. */
  links: [number, number][];
  marked: number[];
  names: string[];
  pieces: PieceForm;
  /** In thousandths of the distance between neighbours, right and down. */
  places: [number, number][];
  told: Told | null;
  walls: [number, number][];
}

/** A lesson as pages to be printed. */
export interface Pages {
  /** How many of them have the answers. */
  answers: number;
  /** Each page as SVG; those with the answers come last. */
  pages: string[];
}

/** What a part of a long search has done. */
export interface Part {
  /** The bound of the start, which is the first threshold. */
  bound: number;
  /** Those that were finished without a play, one after the other. */
  iterations: Iteration[];
  /** Which part it is, from 1 on. */
  number: number;
  /** Of how many. */
  of: number;
  /** The patterns of each view: goal cells, from 1 on. */
  views: number[][][];
  /** The greatest length of forbidden words. */
  words: number;
}

/** The form in which all pieces of a puzzle are drawn. */
export type PieceForm = "disc" | "tile" | "peg" | "block";

/** A play: its start, what its moves change, and the moves that may follow. */
export interface Play {
  choices: Choice[];
  frames: Frame[];
  goal: Spot[] | null;
  /** Pieces left, where these count. */
  left: number | null;
  /** The line of the position after the moves. */
  line: string;
  outline: Outline;
  over: boolean;
  /** What may stand on a cell. */
  palette: Spot[];
  /** What pieces are called that count: one, several. */
  pieces: [string, string] | null;
  scene: Spot[];
  /** The canonical line of the start. */
  start: string;
  turn: string | null;
}

/** How an answer is known. */
export interface Proof {
  /** The theorems that a checker evaluates and does not prove. */
  assumes: string[];
  /** Whether the checker has accepted its certificate in this run. */
  checked: boolean;
  /** The kind of its evidence. */
  kind: string;
  /** How far it can be trusted. */
  label: "proved" | "searched" | "claimed";
}

/** A move and what is left after it. */
export interface Ranked {
  /** What is left after it, where it is known exactly. */
  length: Whole | null;
  lower: Whole | null;
  /** The cells that its piece comes to. */
  path: number[];
  status: "best" | "won" | "lost" | "unsettled";
  /** The move. */
  text: string;
  upper: Whole | null;
}

/** All moves, the best first. */
export interface Ranking {
  lower: Whole | null;
  moves: Ranked[];
  upper: Whole | null;
}

/** What one of them came to. */
export interface Search {
  /** Why there is no play. */
  because: string | null;
  expanded: number;
  /** Of the play that was found. */
  length: number | null;
  search: string;
}

export interface ShowRecord {
  /** How many moves of the play were made. */
  after_move?: Whole;
  /** The board as text. */
  board: string;
  command: "show";
  /** Its line in the input of a batch, from 1 on. */
  line?: number;
  /** What the list that the puzzle came from calls it, for instance Korf's number. */
  name?: string;
  /** The puzzle in canonical notation; a line that was refused is given as it was. */
  puzzle: string;
  /** The version of the program. */
  saltus: string;
  /** The version of this format. */
  schema: 1;
  /** The seed of a random board, as given or drawn. */
  seed?: Whole;
  /** What became of it. */
  status: "answered";
}

/** Whether there is a play. */
export interface Solvable {
  because: string;
  /** Null where a limit was reached first. */
  solvable: boolean | null;
}

export interface SolveRecord {
  /** Why, in a sentence. */
  because?: string;
  command: "solve";
  /** What the moves cost, where some cost nothing. */
  cost?: Whole;
  /** Processor time of all its threads, in seconds. */
  cpu_seconds?: number;
  /** Positions expanded on the way. */
  expanded: Whole;
  /** The number of the first move, where only a part of the play was asked for. */
  first_move?: Whole;
  /** The number of moves of the play. */
  length?: Whole;
  /** The limit that kept a better solver from answering. */
  limit?: string;
  /** Its line in the input of a batch, from 1 on. */
  line?: number;
  /** No play has less, of what the puzzle counts. */
  lower?: Whole;
  /** The play. */
  moves?: string[];
  /** Why there are no moves. */
  moves_left_out?: string;
  /** What the list that the puzzle came from calls it, for instance Korf's number. */
  name?: string;
  /** Whether no play is better. */
  optimal?: boolean;
  /** What a part of a long search has done. */
  part?: Part;
  /** How the answer is known. */
  proof?: Proof;
  /** The puzzle in canonical notation; a line that was refused is given as it was. */
  puzzle: string;
  /** The version of the program. */
  saltus: string;
  /** The version of this format. */
  schema: 1;
  /** What the search has to tell. */
  search?: Note[];
  /** Seconds that it took to find the answer. */
  seconds?: number;
  /** The seed of a random board, as given or drawn. */
  seed?: Whole;
  /** The method. */
  solver: string;
  /** What became of it. */
  status: "solved" | "unsolvable" | "gave-up";
  /** The pieces that the play leaves, where these count. */
  value?: Whole;
}

/** A cell and what stands on it, or the room of a cell (`Tint::Absent`). */
export interface Spot {
  /** The piece's name, or the sign of an empty cell. */
  label: string;
  /** Its colour. */
  tint: Tint;
}

/** One thing that theory states. */
export interface Stated {
  /** The same as records have it. */
  fact: Fact;
  /** What it is about, for people. */
  subject: string;
  /** What is so, for people. */
  text: string;
}

export type SurveyRecord = {
  /** What is counted by: the distance from the start, the value, the length of the plays. */
  by: "distance" | "value" | "length";
  command: "survey";
  /** Processor time of all its threads, in seconds. */
  cpu_seconds?: number;
  /** How many there are of each number, from 0 on. */
  distribution: Whole[];
  /** What else is known. */
  facts: Fact[];
  /** The limit that left members of a set open. */
  limit?: string;
  /** Its line in the input of a batch, from 1 on. */
  line?: number;
  /** What the list that the puzzle came from calls it, for instance Korf's number. */
  name?: string;
  /** What is counted. */
  of: "positions" | "members";
  /** The puzzle in canonical notation; a line that was refused is given as it was. */
  puzzle: string;
  /** The version of the program. */
  saltus: string;
  /** The version of this format. */
  schema: 1;
  /** Seconds that it took. */
  seconds?: number;
  /** The seed of a random board, as given or drawn. */
  seed?: Whole;
  /** What became of it. */
  status: "answered";
} | {
  /** Why, in a sentence. */
  because: string;
  command: "survey";
  /** Processor time of all its threads, in seconds. */
  cpu_seconds?: number;
  /** Its line in the input of a batch, from 1 on. */
  line?: number;
  /** What the list that the puzzle came from calls it, for instance Korf's number. */
  name?: string;
  /** The puzzle in canonical notation; a line that was refused is given as it was. */
  puzzle: string;
  /** The version of the program. */
  saltus: string;
  /** The version of this format. */
  schema: 1;
  /** Seconds that it took to find this out. */
  seconds?: number;
  /** The seed of a random board, as given or drawn. */
  seed?: Whole;
  /** What became of it. */
  status: "unsolvable" | "gave-up";
};

/** How a piece differs from the others besides its label. */
export type Tint = "vacant" | "dark" | "light" | "plain" | "red" | "blue" | "yellow" | "green" | "purple" | "orange" | "teal" | "pink" | "brown" | "lime" | "sky" | "grey" | "absent";

/** A family's description of a puzzle for people: its name, its goal and its rule in short sentences, and its looks. `stage`, `figure` and `seat` are for drawing: the ground, what pieces are drawn as, and what lies below them. */
export interface Told {
  /** What is chosen to make a move; empty where the rule says it. */
  act: string;
  /** What pieces are drawn as. */
  figure: string;
  /** The goal. */
  goal: string;
  /** Its name. */
  name: string;
  /** The beginning of a line that a number ends: another board of this size, drawn at random. */
  random: string | null;
  /** The rule; `{Tap}` stands for what a hand does. */
  rule: string;
  /** What lies below them. */
  seat: string;
  /** The ground; nothing where the page chooses it and what follows by the outline. */
  stage: string;
  /** Why a piece cannot move, the first that fits. */
  stuck: [string, [number, number], string][];
}

/** Searches side by side. */
export interface Traces {
  /** SVG: nodes by moves made, and by the length promised; none where no search has expanded a node. */
  pictures: string[];
  puzzle: string;
  searches: Search[];
}

/** What a definition says, or its mistake. */
export type Understood = {
  line: string;
  title: string | null;
  told: string;
  warnings: Mistake[];
} | {
  mistake: Mistake;
};

/** What a fact says. */
export type Value = Whole | Whole[] | number | boolean | string | string[];

/** Numbers that a search reports with its answer. */
export type Note = { what: string } & Record<string, Whole>;

/** A whole number: from 2^53 on a text of its digits, since many readers of JSON keep no more bits. */
export type Whole = number | string;

/** What each request has. */
export interface Requests {
  /** The families: name, notation, rules, examples. */
  families: {};
  /** The definitions that come with the program. */
  classics: {};
  /** Recorded results that hold a play. */
  known: {};
  /** What a definition says, or its mistake. */
  definition: {
    /** A puzzle as docs/definitions.md has it; for a QR code, any text. */
    text: string;
  };
  /** The start of a play and its family's description, what each move changes, and the moves that may follow. */
  play: {
    /** A line of notation. */
    line: string;
    /** Moves that are made. */
    moves?: string[];
  };
  /** The board as text: the record of `saltus show --format json`. */
  show: {
    /** A line of notation. */
    line: string;
    /** Moves that are made. */
    moves?: string[];
  };
  /** The line of the puzzle with these pieces on its cells. */
  arrange: {
    /** What stands on each cell. */
    labels: string[];
    /** A line of notation. */
    line: string;
    /** Whose turn it is. */
    turn?: string | null;
  };
  /** Whether it can be solved, and why. */
  solvable: {
    /** A line of notation. */
    line: string;
  };
  /** What theory states about it. */
  explain: {
    /** A line of notation. */
    line: string;
  };
  /** How far it is to the end, at least and at most; the best moves; the cells that show that it is lost; what is recorded of it. */
  hint: {
    /** A line of notation. */
    line: string;
  };
  /** All moves, the best first: what each leads to, exactly or at least and at most. */
  rank: {
    /** A line of notation. */
    line: string;
  };
  /** At most 24 positions around the one after the moves: two moves back, three ahead; and all positions counted, if they are few. */
  around: {
    /** A line of notation. */
    line: string;
    /** Moves that are made. */
    moves?: string[];
  };
  /** A shortest play: the record of `saltus solve --format json`. */
  solve: {
    limits?: Limits;
    /** A line of notation. */
    line: string;
  };
  /** The proof of the answer, for `saltus-check`. */
  certificate: {
    limits?: Limits;
    /** A line of notation. */
    line: string;
  };
  /** How many shortest plays there are: the record of `saltus count --format json`. */
  count: {
    limits?: Limits;
    /** A line of notation. */
    line: string;
  };
  /** Shortest plays, one after the other, and how many there are. */
  list: {
    /** The number of the first play, from 1 on. [default: 1] */
    from?: number;
    limits?: Limits;
    /** A line of notation. */
    line: string;
    /** How many plays at most; no more than 1000. [default: 10] */
    take?: number;
  };
  /** All positions, counted: the record of `saltus survey --format json`. The line may name a set of positions. */
  survey: {
    limits?: Limits;
    /** A line of notation. */
    line: string;
  };
  /** The puzzle in another format, as files. The module for a browser has none. */
  export: {
    /** The format. [default: "rules"] */
    as?: "rules" | "pddl";
    limits?: Limits;
    /** A line of notation. */
    line: string;
  };
  /** The outcome of `saltus-check` for a certificate (feature `checker`). */
  check: {
    /** The file, in base64. */
    certificate: string;
  };
  /** A picture of a position, or of a play. */
  draw: {
    /** `svg` (the default) or `png` for the position after the moves; `film`, `animation` or `gif` for the play. */
    as?: "svg" | "png" | "film" | "animation" | "gif";
    /** A line of notation. */
    line: string;
    moves?: string[];
  };
  /** The state graph. */
  graph: {
    /** A line of notation. */
    line: string;
  };
  /** What searches with names expand, at most 200,000 nodes each (feature `trace`). */
  trace: {
    limits?: Limits;
    /** A line of notation. */
    line: string;
    /** Names of searches, as `--solver` takes them. Without any, those that the family has bounds for, and one without a bound. */
    searches?: string[];
  };
  /** A text as a QR code. */
  qr: {
    /** A puzzle as docs/definitions.md has it; for a QR code, any text. */
    text: string;
  };
  /** New puzzles of a material, as `saltus new` makes them, also as a lesson. */
  new: {
    /** How many puzzles, at most 60; without it, one. */
    count?: number | null;
    /** The longest that there are, or of those that are tried. */
    hardest?: boolean;
    /** The moves of a shortest play, or what they cost where some cost nothing, or the pieces left where these count: a number or a range, such as `3..9`. */
    length?: string | null;
    limits?: Limits;
    /** A line of notation. */
    line: string;
    /** Of how many random plays one is a shortest one: a number or a range. */
    luck?: string | null;
    /** Pieces are left out as long as the length stays (definitions, Clobber). */
    minimal?: boolean;
    /** No move along its shortest play loses. */
    no_losing?: boolean;
    /** The same seed makes the same puzzles. [default: 0] */
    seed?: number;
    /** Only one first move begins a shortest play. */
    unique_first?: boolean;
  };
  /** A lesson (docs/lessons.md) as pages to be printed. */
  sheet: {
    /** The text of a lesson. */
    lesson: string;
    /** Where the lesson opens: it is on the pages as a QR code. */
    link?: string | null;
  };
}

/** What each reply is. */
export interface Replies {
  families: Family[];
  classics: Classic[];
  known: Known[];
  definition: Understood;
  play: Play;
  show: ShowRecord;
  arrange: Arranged;
  solvable: Solvable;
  explain: Stated[];
  hint: Hint;
  rank: Ranking;
  around: Around;
  solve: SolveRecord;
  certificate: Uint8Array<ArrayBuffer>;
  count: CountRecord;
  list: Listed;
  survey: SurveyRecord;
  export: Exported[];
  check: Checked;
  draw: Uint8Array<ArrayBuffer>;
  graph: string;
  trace: Traces;
  qr: string;
  new: Made;
  sheet: Pages;
}
