// Check it: the certificate of the answer is made, and the independent checker reads it.

import * as api from "./api.js";
import { button, byId, element, html, icon, svg } from "./dom.js";
import { Latest } from "./latest.js";
import { download, fileName } from "./save.js";
import { capital, counted, reason } from "./words.js";

/** @typedef {import("./state.js").Session} Session */

/** @param {number} milliseconds */
const seconds = (milliseconds) => `${Math.max(milliseconds / 1000, 0.01).toFixed(2)} s`;

const shield = () => svg("svg", { class: "shield", viewBox: "0 0 64 72", "aria-hidden": "true" }, svg("path", { d: "M32 2 4 12v26c0 17 12 28 28 32 16-4 28-15 28-32V12z" }), svg("path", { class: "tick", d: "m19 36 9 9 17-18" }));

/** What was checked, and after a colon how. @param {string} told */
function step(told) {
  const [title, ...how] = told.split(": ");
  return html("li", {}, icon("tick"), html("div", {}, html("strong", {}, title), html("p", { class: "second" }, capital(how.join(": ")))));
}

/**
 * A claim in words: "15 moves, and no play is shorter."
 * @param {string} claim
 * @param {[string, string]|null} pieces
 */
function claimed(claim, pieces) {
  const [kind, ...numbers] = claim.split(" ");
  const [least, most] = [numbers[0], numbers[numbers.length - 1]];
  const count = (/** @type {string} */ number) => counted(BigInt(number), pieces ?? undefined);
  if (!/^\d+$/.test(least ?? "")) return kind === "unsolvable" ? "No play reaches the goal." : capital(claim);
  if (kind === "optimal") return `${count(most)}, and no play is shorter.`;
  if (kind === "value") return `${capital(count(most))} left, and no play leaves fewer.`;
  if (kind === "between" || kind === "value-between") return `Between ${least} and ${count(most)}.`;
  return kind === "plan" ? `A play of ${count(most)}.` : capital(claim);
}

export class Check {
  #asked = new Latest();

  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.dialog = byId("proof", HTMLDialogElement);
    this.dialog.addEventListener("close", () => this.#asked.end());
    button("check").addEventListener("click", () => void this.show());
  }

  async show() {
    const { position } = this.session;
    if (!position) return;
    const signal = this.#asked.begin();
    this.#say("Checking", "The proof is made, and a second program reads it.", []);
    this.dialog.showModal();
    try {
      const certificate = await api.certificate(position.line, signal);
      const begun = performance.now();
      const checked = await api.check(certificate, signal);
      if (signal.aborted) return;
      this.#verdict(checked, performance.now() - begun, certificate);
    } catch (error) {
      if (signal.aborted) return;
      this.#say("No proof", capital(reason(error)), [this.#done()]);
    }
  }

  /**
   * @param {api.Checked} checked
   * @param {number} time
   * @param {Uint8Array} certificate
   */
  #verdict(checked, time, certificate) {
    const name = `${fileName(this.session.position?.line ?? this.session.start)}.cert`;
    if (!checked.verified) return this.#say("Refuted", capital(checked.because ?? checked.told), [this.#done()], "lost");
    const where = checked.where === "tab" ? "in this browser" : "on the server";
    const save = html("button", { type: "button", class: "edged" }, icon("save"), "Save the proof");
    save.addEventListener("click", () => download(new Blob([/** @type {BlobPart} */ (certificate)]), name));
    const assumed = [...checked.theorems, "the rules are those shown on this page", checked.where === "tab" ? "this browser runs the checker as written" : "the server runs the checker as written"];
    const elsewhere = html("p", { class: "second" }, "Check it elsewhere: ", html("code", {}, `saltus-check ${name}`));
    this.#say(
      "Verified",
      claimed(checked.claim ?? checked.told, this.session.pieces),
      [
        html("p", {}, "By ", html("strong", {}, "saltus-check"), `, ${where}, in ${seconds(time)}. It is a second program and shares no code with the one that found the play.`),
        html("ul", { class: "steps" }, ...checked.what.map(step)),
        html("section", { class: "assumed" }, html("h3", {}, "Assuming"), html("ul", {}, ...assumed.map((words) => html("li", {}, words)))),
        html("p", { class: "row" }, this.#done(), save),
        elsewhere,
        html("p", { class: "second" }, `${counted(certificate.length, ["byte", "bytes"])}: ${checked.told}`),
      ],
      "won",
    );
  }

  #done() {
    const done = html("button", { type: "button", class: "act-button" }, "Done");
    done.addEventListener("click", () => this.dialog.close());
    return done;
  }

  /**
   * @param {string} title
   * @param {string} words
   * @param {Node[]} rest
   * @param {string} [kind]
   */
  #say(title, words, rest, kind = "") {
    const head = html("div", { class: `verdict ${kind}` }, ...(kind === "won" ? [shield()] : []), html("div", {}, html("h2", { id: "proof-title" }, title), html("p", { class: "strong" }, words)));
    element("proof-body").replaceChildren(head, ...rest);
  }
}
