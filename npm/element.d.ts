/** `<saltus-board puzzle="shift 3 3" moves="3-4" answers="off" theme="dark" size="320">`: importing the module defines the element. */
export {};

/** What the events `open`, `move`, `won` and `lost` of the element have as `detail`. */
export interface BoardDetail {
  puzzle: string;
  /** The moves that are made; of `won` and `lost`, how many. */
  moves?: string[] | number;
}

declare global {
  interface HTMLElementTagNameMap {
    "saltus-board": HTMLElement;
  }
}
