// Check it: the certificate of the answer is made, and the independent checker reads it.

import * as api from "./api.js";
import { byId, element, html, icon, svg } from "./dom.js";
import { Latest } from "./latest.js";
import { download, fileName } from "./save.js";
import { capital, counted, reason, unitOf } from "./words.js";

/** @typedef {import("./state.js").Session} Session */

/** Milliseconds after which a check under way says who does it faster. */
const LONG = 5_000;

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

  /**
   * @param {Session} session
   * @param {import("./judge.js").Judge} judge
   */
  constructor(session, judge) {
    this.session = session;
    this.judge = judge;
    this.dialog = byId("proof", HTMLDialogElement);
    this.dialog.addEventListener("close", () => this.#asked.end());
  }

  async show() {
    const { position } = this.session;
    if (!position) return;
    const signal = this.#asked.begin();
    const stop = html("button", { type: "button", class: "edged" }, "Stop");
    stop.addEventListener("click", () => this.dialog.close());
    const told = html("p", { class: "second", role: "status" });
    const elsewhere = html("p", { class: "second", hidden: "" }, "The program has more room and is faster: ", html("code", {}, `saltus solve ${position.line} --check`));
    this.#say("Checking", "The proof is made, and a second program reads it.", [told, html("p", { class: "row" }, stop), elsewhere]);
    this.dialog.showModal();
    const from = performance.now();
    let part = "";
    const { length } = this.judge.of(this.session.node).hint?.known ?? {};
    const tell = () => {
      const time = performance.now() - from;
      elsewhere.hidden = time < LONG;
      told.textContent = [`${Math.round(time / 1000)} s`, part].filter(Boolean).join(" · ");
    };
    const clock = setInterval(tell, 500);
    signal.addEventListener("abort", () => clearInterval(clock));
    try {
      const certificate = await api.certificate(position.line, signal, ({ nodes, fraction, lower, upper }) => {
        const all = upper ?? length;
        const done = typeof fraction === "number" ? `${Math.round(100 * fraction)} %` : lower && all ? `${lower} of ${all} ${unitOf(this.session)[1]}` : "";
        part = [done, nodes ? `${nodes.toLocaleString("en")} positions` : ""].filter(Boolean).join(" · ") || part;
        tell();
      });
      part = "the second program reads it";
      const begun = performance.now();
      const checked = await api.check(certificate, signal);
      if (signal.aborted) return;
      this.#verdict(checked, performance.now() - begun, certificate);
    } catch (error) {
      if (signal.aborted) return;
      elsewhere.hidden = false;
      this.#say("No proof", capital(reason(error)), [elsewhere, html("p", { class: "row" }, this.#done())]);
    } finally {
      clearInterval(clock);
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
    const assumed = ["the rules are those shown on this page", checked.where === "tab" ? "this browser runs the checker as written" : "the server runs the checker as written"];
    if (checked.theorems.length > 0) assumed.unshift("a rule that is proved on paper");
    const exactly = html("details", { class: "exactly" },
      html("summary", {}, html("h3", {}, "Exactly")),
      html("ul", { class: "steps" }, ...checked.what.map(step), ...checked.theorems.map((name) => step(`Assumed: theorem ${name}`))),
      html("p", { class: "second" }, `${counted(certificate.length, ["byte", "bytes"])}: ${checked.told}`),
      html("p", { class: "second" }, "Check it elsewhere: ", html("code", {}, `saltus-check ${name}`)),
    );
    this.#say(
      "Verified",
      claimed(checked.claim ?? checked.told, this.session.pieces),
      [
        ...(checked.why ? [html("h3", {}, "Why?"), html("p", { class: "because" }, checked.why)] : []),
        html("p", {}, "By ", html("strong", {}, "saltus-check"), `, ${where}, in ${seconds(time)}. It is a second program and shares no code with the one that found the play.`),
        html("section", { class: "assumed" }, html("h3", {}, "Assuming"), html("ul", {}, ...assumed.map((words) => html("li", {}, words)))),
        html("p", { class: "row" }, this.#done(), save),
        exactly,
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
