/** `<saltus-board puzzle="shift 3 3" moves="3-4" answers="off" theme="dark" size="320">`: importing the module defines the element. */
export {};

/** What the events `open`, `move`, `won` and `lost` of the element have as `detail`. */
export interface BoardDetail {
  puzzle: string;
  /** The moves that are made; of `won` and `lost`, how many. */
  moves?: string[] | number;
  /** How many moves are made. */
  made?: number;
  /** Of `move`: the cells, its text, what is left (a number, or bounds; null where it is lost), and whether a shortest play can still be made. */
  from?: string | null;
  to?: string | null;
  text?: string;
  left?: number | (number | null)[] | null;
  kept?: boolean;
  /** Of `won`: the fewest moves there are, and whether these are as few. */
  fewest?: number;
  star?: boolean;
  /** Of `lost`: after how many moves it was, and why. */
  since?: number;
  because?: string | null;
}

export interface SaltusBoard extends HTMLElement {
  /** Tells the board something, or asks it: `open`, `go`, `show`, `ask`. */
  call(kind: "open" | "go" | "show" | "ask", words?: object): Promise<object>;
}

declare global {
  interface HTMLElementTagNameMap {
    "saltus-board": SaltusBoard;
  }
}
