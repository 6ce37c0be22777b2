// Sharing the address, and saving pictures, moves, records and certificates.

import * as api from "./api.js";
import { element, html } from "./dom.js";
import { reason } from "./words.js";

/** @typedef {import("./state.js").Session} Session */

/** What can be drawn. @type {[string, string, string][]} */
const PICTURES = [
  ["svg", "Board (SVG)", "svg"],
  ["png", "Board (PNG)", "png"],
  ["film", "Film strip (SVG)", "svg"],
  ["animation", "Animation (SVG)", "svg"],
  ["gif", "Animation (GIF)", "gif"],
];

/** @param {string} sentence */
const note = (sentence) => (element("share-note").textContent = sentence);

/**
 * @param {Blob} blob
 * @param {string} name
 */
export function download(blob, name) {
  const link = html("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** @param {string} line */
export const fileName = (line) => line.replace(/[^a-z0-9]+/gi, "-").slice(0, 60).replace(/-+$/, "");

/**
 * A picture as pixels: the browser paints it.
 * @param {Blob} drawn
 * @returns {Promise<Blob>}
 */
async function pixels(drawn) {
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(await drawn.text())}`;
  await picture.decode();
  const scale = Math.min(2, 4096 / Math.max(picture.width, picture.height, 1));
  const canvas = html("canvas", { width: String(Math.round(picture.width * scale)), height: String(Math.round(picture.height * scale)) });
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("This browser painted nothing."))), "image/png"));
}

/** The lines that put this board on another page. @param {Session} session */
function lines(session) {
  const escape = (/** @type {string} */ text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const moves = session.at ? ` moves="${escape(session.moves.slice(0, session.at).join(","))}"` : "";
  return `<script src="${new URL("saltus.js", location.href).href}"></script>\n<saltus-board puzzle="${escape(session.start)}"${moves}></saltus-board>\n`;
}

/**
 * A button that does something that may be refused.
 * @param {string} name
 * @param {() => Promise<void>} act
 */
function action(name, act) {
  const made = html("button", { type: "button", class: "edged" }, name);
  made.addEventListener("click", async () => {
    note("");
    made.setAttribute("aria-busy", "true");
    try {
      await act();
    } catch (error) {
      if (error instanceof api.Refusal && error.kind === "unknown") made.hidden = true;
      note(reason(error));
    } finally {
      made.removeAttribute("aria-busy");
    }
  });
  return made;
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    note("Copied.");
  } catch {
    note(text);
  }
}

/**
 * @param {Session} session
 * @param {() => string} forPupils the address with which answers stay off
 */
export function show(session, forPupils) {
  const line = () => session.position?.line ?? session.start;
  const pictures = PICTURES.map(([as, name, ending]) =>
    action(name, async () => {
      const moves = session.moves.slice(0, session.at);
      const isMoving = as !== "svg" && as !== "png";
      const query = { line: session.start, moves: isMoving ? session.moves : moves, as: as === "png" ? "svg" : as };
      const drawn = await api.file("draw", query);
      download(as === "png" ? await pixels(drawn) : drawn, `${fileName(line())}.${ending}`);
    }),
  );
  const record = action("Record (JSON)", async () => {
    const found = await new Promise((answer, failed) => api.solve(line(), { progress: () => {}, answer, failed: (sentence) => failed(new Error(sentence)) }));
    download(new Blob([`${JSON.stringify(found)}\n`], { type: "application/json" }), `${fileName(line())}.json`);
  });
  const certificate = action("Certificate", async () => {
    download(await api.file("certificate", { line: line() }), `${fileName(line())}.cert`);
  });
  const notation = action("Notation (text)", async () => {
    const text = [`# ${session.start}`, ...session.moves.map((move, index) => `# ${index + 1}. ${move}`), line(), ""].join("\n");
    download(new Blob([text], { type: "text/plain" }), `${fileName(line())}.txt`);
  });
  element("links").replaceChildren(
    action("Copy the address", () => copy(location.href)),
    action("Copy the link for pupils", () => copy(forPupils())),
    action("Copy the notation", () => copy(line())),
    action("Copy lines for a page", () => copy(lines(session))),
    notation,
    ...pictures,
    record,
    certificate,
  );
}
