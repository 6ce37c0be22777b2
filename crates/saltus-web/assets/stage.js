// The stage of a puzzle: its ground, how the board and the words share the room, and the goal beside them.

import { element } from "./dom.js";
import { UNIT, extent } from "./geometry.js";
import { picture } from "./picture.js";

/**
 * @param {Pick<import("./api.js").Play, "outline"|"goal"|"pieces">} puzzle
 * @param {import("./looks.js").Look} look
 * @param {boolean} isOfDay
 */
export function setStage({ outline, goal, pieces }, look, isOfDay) {
  const [left, top, width, height] = extent(outline.places, UNIT / 2);
  const stage = element("stage");
  stage.className = `stage stage-${look.stage}`;
  // A high board has its words beside it, a low one above it.
  stage.classList.toggle("tall", height > 0.8 * width && !isOfDay);
  stage.classList.toggle("high", height > 1.05 * width);
  // A triangle leaves the corner free.
  stage.classList.toggle("pointed", !outline.places.some(([x, y]) => x < left + width / 4 && y < top + height / 4));
  const name = pieces ? `As few ${pieces[1]} as possible` : goal ? "Goal" : "";
  element("goal").hidden = name === "";
  element("goal").classList.toggle("tall", goal !== null && height > 0.45 * width);
  element("goal-name").textContent = name;
  element("goal-picture").replaceChildren(...(goal ? [picture(outline, goal, "Goal", { look, goal: look.men ? goal : null })] : []));
}
