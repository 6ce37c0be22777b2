// For a class: full screen, big type, answers hidden, and a QR code under which pupils open the position.

import * as api from "./api.js";
import { button, element, html, input } from "./dom.js";

export class Classroom {
  /** Whether answers were shown before. */
  #had = true;
  /** Whether the class fills the screen: the event that tells of an end may come after the class has begun anew. */
  #isFull = false;

  /** @param {import("./state.js").Session} session */
  constructor(session) {
    this.session = session;
    button("class-open").addEventListener("click", () => void this.enter());
    button("class-close").addEventListener("click", () => void this.leave());
    document.addEventListener("fullscreenchange", () => {
      const wasFull = this.#isFull;
      this.#isFull = document.fullscreenElement !== null;
      if (wasFull && !this.#isFull && this.isOn) this.#show(false);
    });
    session.on("puzzle", () => this.isOn && void this.#code());
  }

  get isOn() {
    return document.body.classList.contains("class-room");
  }

  async enter() {
    this.#had = input("answers").checked;
    this.#show(true);
    if (this.#had) input("answers").click();
    await document.documentElement.requestFullscreen?.().catch(() => {});
    await this.#code();
  }

  async leave() {
    this.#show(false);
    this.#isFull = false;
    if (document.fullscreenElement) await document.exitFullscreen();
  }

  /** @param {boolean} isOn */
  #show(isOn) {
    document.body.classList.toggle("class-room", isOn);
    // With the bar goes the title of the page.
    if (isOn) element("headline").setAttribute("aria-level", "1");
    else element("headline").removeAttribute("aria-level");
    element("code").hidden = true;
    if (!isOn && this.#had && !input("answers").checked) input("answers").click();
  }

  async #code() {
    const place = element("code");
    try {
      const svg = await api.qr(location.href);
      const drawn = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
      place.replaceChildren(document.adoptNode(drawn), html("figcaption", {}, "Play on your phone"), html("p", { class: "second" }, location.host || "this file"));
      place.hidden = !this.isOn;
    } catch {
      place.hidden = true;
    }
  }
}
