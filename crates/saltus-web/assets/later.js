// What the page has when it is wanted: a script of its own in a site, so that the first one is short.

export { Check } from "./check.js";
export { Classroom } from "./classroom.js";
export { ForClass } from "./classview.js";
export { Definition } from "./definition.js";
export { Editor } from "./edit.js";
export { Gallery } from "./gallery.js";
export { Ladders } from "./ladder.js";
export { LessonPlayer } from "./lesson-player.js";
export { LessonWriter } from "./lesson-writer.js";
export { unpacked } from "./lessontext.js";
export { Ranks } from "./ranks.js";
export * as save from "./save.js";
export * as sheets from "./sheets.js";
export { made } from "./sheetview.js";
export { Tally } from "./tally.js";
export * as theory from "./theory.js";
export { Today } from "./today.js";
export { keepTrees } from "./trees.js";
export { TreeView } from "./treeview.js";
