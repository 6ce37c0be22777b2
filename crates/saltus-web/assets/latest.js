// The latest wins: a new question ends the one before.

export class Latest {
  #stop = new AbortController();

  /** Of what was asked last. */
  get signal() {
    return this.#stop.signal;
  }

  /** Ends what was asked before; the signal of what is asked now. */
  begin() {
    this.end();
    this.#stop = new AbortController();
    return this.signal;
  }

  /** Ends what was asked last. */
  end() {
    this.#stop.abort();
  }
}
