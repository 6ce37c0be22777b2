// What others listen to: they are told when it has changed, and look for themselves at what it is now.

export class Listened {
  /** @type {(() => void)[]} */
  #listeners = [];

  /** @param {() => void} listener */
  on(listener) {
    this.#listeners.push(listener);
  }

  tell() {
    for (const listener of this.#listeners) listener();
  }
}
