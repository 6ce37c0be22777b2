// For a class: full screen, big type, answers hidden, and a QR code under which pupils open the position, where answers stay off.

import * as api from "./api.js";
import { button, drawn, element, html, input } from "./dom.js";

/** Whether other machines cannot come here by the address: it is one of this machine, or of a file. @param {string} host */
export const isOnlyHere = (host) => host === "" || /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0|\[::\])$/.test(host);

/** What makes the page one that they can reach. */
export const wayThere = () => (location.protocol === "file:" ? "Put the page on a host." : "Start it with --listen and this machine’s address, or put the page on a host.");

export class Classroom {
  /** Whether answers were shown before. */
  #had = true;
  /** Whether this class fills the screen. Events of one before may come late. */
  #isFull = false;
  /** The end of the class before, which may take the browser a moment. */
  #end = Promise.resolve();

  /**
   * @param {import("./state.js").Session} session
   * @param {() => string} address what pupils open
   */
  constructor(session, address) {
    this.session = session;
    this.address = address;
    button("class-close").addEventListener("click", () => void this.leave());
    document.addEventListener("fullscreenchange", () => {
      if (document.fullscreenElement || !this.#isFull) return;
      this.#isFull = false;
      this.#show(false);
    });
    session.on("shown", () => this.isOn && void this.#code());
  }

  get isOn() {
    return document.body.classList.contains("class-room");
  }

  toggle() {
    void (this.isOn ? this.leave() : this.enter());
  }

  async enter() {
    this.#had = input("answers").checked;
    this.#show(true);
    if (this.#had) input("answers").click();
    // Pupils need not wait for the screen.
    void this.#code();
    await this.#end;
    const end = this.#end;
    await document.documentElement.requestFullscreen?.().catch(() => {});
    // It may have ended meanwhile.
    this.#isFull = this.isOn && end === this.#end && document.fullscreenElement !== null;
    if (!this.isOn) await this.#exit();
  }

  async leave() {
    this.#show(false);
    this.#isFull = false;
    await this.#exit();
  }

  async #exit() {
    if (document.fullscreenElement) this.#end = document.exitFullscreen().catch(() => {});
    await this.#end;
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
    const address = this.address();
    const copy = html("button", { type: "button", class: "edged" }, "Copy the link");
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(address).catch(() => prompt("The link", address));
      copy.textContent = "Copied";
    });
    if (isOnlyHere(location.hostname)) {
      place.replaceChildren(html("figcaption", {}, "Phones cannot reach this address"), html("p", { class: "second" }, wayThere()));
    } else {
      try {
        const svg = await api.qr(address);
        // The board may have moved on meanwhile.
        if (address !== this.address()) return;
        place.replaceChildren(drawn(svg), html("figcaption", {}, "Play on your phone"), html("p", { class: "second" }, location.host), copy);
      } catch {
        place.replaceChildren(html("figcaption", {}, "Play along"), html("p", { class: "second" }, location.host), copy);
      }
    }
    place.hidden = !this.isOn;
  }
}
