// A sheet for a class: boards of one kind, all as long, the same everywhere. Its address is short, #c=tiles+3x3,8,6,1: a line, the moves of a shortest play, how
// many boards, and the seed with which they are made. With &own=1 each device has boards of its own; with &a=off answers
// stay off, with &h=off hints: numbers are shown, and nothing says which move is best.

import { encoded } from "./address.js";
import { keep, kept } from "./device.js";

/** @typedef {{line: string, length: string, count: number, seed: number, isBare: boolean, isOwn: boolean, hasHints: boolean}} Sheet */

/** A sheet has at most so many boards: as many results as a code has. */
export const MOST = 10;

/** By what pupils and teacher know that they mean the same. @param {Sheet} sheet */
export const nameOf = ({ line, length, count, seed }) => [line, length, count, seed].join(",");

/** @param {Sheet} sheet */
export const write = (sheet) => `#c=${encoded(nameOf(sheet))}${sheet.isOwn ? "&own=1" : ""}${sheet.isBare ? "&a=off" : ""}${sheet.hasHints ? "" : "&h=off"}`;

/** The sheet of an address. Throws where it names none. @param {string} hash @returns {Sheet} */
export function read(hash) {
  const words = new URLSearchParams(hash.slice(1));
  const [, line, length, count, seed] = (words.get("c") ?? "").match(/^(.+),([\d.]+),(\d{1,2}),(\d{1,15})$/) ?? [];
  if (line === undefined || Number(count) < 1 || Number(count) > MOST) throw new Error(`A sheet is named by a puzzle, a length, how many boards (1 to ${MOST}), and a seed.`);
  return { line, length, count: Number(count), seed: Number(seed), isBare: words.get("a") === "off", isOwn: words.get("own") === "1", hasHints: words.get("h") !== "off" };
}

/** The seed of this device, for a sheet of which each has boards of its own. @param {Sheet} sheet */
export function ownSeed(sheet) {
  const name = nameOf(sheet);
  const seeds = /** @type {Record<string, number>} */ (kept().seeds ?? {});
  const seed = seeds[name] ?? Math.floor(Math.random() * 1e9);
  keep((all) => (all.seeds = { ...seeds, [name]: seed }));
  return seed;
}
