// The address names a puzzle, its moves and how many of them are made: #p=shift+3+3&m=3-4,5-3&at=1. A definition that is open as
// text is there as it is written, #d=title:+Frogs%0Aboard:+.., instead of its line or, where it is not what is being played, beside it. With &a=off, as pupils
// get it, answers stay off. A day's puzzle is named by its number, #day=47.

/** @typedef {{line: string, text?: string, moves: string[], at: number, isBare: boolean, day?: number|null}} Place `isBare`: answers stay off; `day`: the number of the day whose puzzle it is */

/** Signs of lines and moves that may stand in an address as they are. */
const PLAIN = /%(2C|3A|2F|3B|3D|40)/g;

/** A text in an address. @param {string} text */
export const encoded = (text) => encodeURIComponent(text).replace(PLAIN, (sign) => decodeURIComponent(sign)).replace(/%20/g, "+");

/** @param {Omit<Place, "text"> & {shown: {text: string, isPlayed: boolean}|undefined}} place */
export function write({ line, shown, moves, at, isBare, day }) {
  const named = [day ? `day=${day}` : shown?.isPlayed ? "" : `p=${encoded(line)}`, shown ? `d=${encoded(shown.text)}` : ""];
  let text = `#${named.filter(Boolean).join("&")}`;
  if (moves.length > 0) text += `&m=${encoded(moves.join(","))}`;
  if (at < moves.length) text += `&at=${at}`;
  if (isBare) text += "&a=off";
  return text;
}

/**
 * Reads an address; none where it names no puzzle. The query is read where there is no fragment.
 * @param {{hash: string, search: string}} location
 * @returns {Place|null}
 */
export function read({ hash, search }) {
  const words = new URLSearchParams(hash.length > 1 ? hash.slice(1) : search.slice(1));
  const text = words.get("d") ?? undefined;
  const line = words.get("p") ?? "";
  const day = /^\d{1,6}$/.test(words.get("day") ?? "") ? Number(words.get("day")) : null;
  if (!line && text === undefined && !day) return null;
  const moves = (words.get("m") ?? "").split(",").filter((move) => move !== "");
  const at = Number(words.get("at") ?? moves.length);
  const isBare = words.get("a") === "off";
  return { line, text, day, moves, isBare, at: Number.isInteger(at) ? Math.min(Math.max(at, 0), moves.length) : moves.length };
}
