// Mouse, pen and touch: dragging a piece, or clicking it and then where it goes.

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./hand.js").Hand} Hand */
/**
 * A press under way, on the piece with this first cell.
 * @typedef {{pointer: number, cell: number, grip: import("./geometry.js").Point, x: number, y: number, isDrag: boolean, wasPicked: boolean, wasBusy: boolean}} Press
 */

/** Pixels that a press may stray and still be a click. */
const STRAY = 7;

/**
 * @param {Board} board
 * @param {Hand} hand
 * @param {() => void} carried told before a move whose piece is there already
 */
export function listen(board, hand, carried) {
  /** @type {Press|null} */
  let press = null;
  let wanted = 0;

  let isSwallowed = false;

  board.svg.addEventListener("pointerdown", (event) => {
    isSwallowed = false;
    if (event.button !== 0 || press) return;
    const cell = board.cellAt(event);
    if (cell === null || hand.editor) return;
    board.point(cell);
    // While a move is being made nobody knows what can be picked up after it: any piece can be held, and it is seen when it is let go.
    const { isBusy } = hand.session;
    if (isBusy ? !board.pieceOn(cell) : !hand.canPick(cell) || hand.canDrop(cell)) return;
    const first = hand.first(cell);
    press = { pointer: event.pointerId, cell: first, grip: board.grip(first, event), x: event.clientX, y: event.clientY, isDrag: false, wasPicked: hand.picked === first, wasBusy: isBusy };
    board.svg.setPointerCapture(event.pointerId);
    if (!isBusy) hand.pick(cell);
  });

  // A finger on a piece drags it and does not scroll; browsers do not take `touch-action` of parts of a picture. It comes behind pointerdown.
  board.svg.addEventListener("touchstart", (event) => press && event.preventDefault(), { passive: false });

  board.svg.addEventListener("pointermove", (event) => {
    if (event.pointerId !== press?.pointer) return;
    const { cell, grip } = press;
    press.isDrag ||= Math.hypot(event.clientX - press.x, event.clientY - press.y) > STRAY;
    if (!press.isDrag) return;
    cancelAnimationFrame(wanted);
    wanted = requestAnimationFrame(() => board.carry(cell, event, grip));
  });

  board.svg.addEventListener("pointerup", (event) => {
    if (event.pointerId !== press?.pointer) return;
    const { cell, grip, isDrag, wasPicked, wasBusy } = press;
    press = null;
    cancelAnimationFrame(wanted);
    if (!isDrag) {
      // The press itself has picked the piece up; where it has one way only, it goes, and a second click puts it back.
      if (wasPicked || hand.hasOneWay || wasBusy) hand.act(board.cellAt(event));
      swallowClick();
      return;
    }
    swallowClick();
    hand.place(cell, board.cellAt(event, grip), carried);
  });

  board.svg.addEventListener("pointercancel", (event) => {
    if (event.pointerId !== press?.pointer) return;
    press = null;
    cancelAnimationFrame(wanted);
    hand.cancel();
  });

  /** A click follows each release; what a press has done is not to be done twice. Where none follows, the next one counts again. */
  function swallowClick() {
    isSwallowed = true;
    setTimeout(() => (isSwallowed = false), 0);
  }

  board.svg.addEventListener("click", (event) => {
    if (isSwallowed) return;
    const cell = board.cellAt(event);
    if (cell !== null) board.point(cell);
    hand.act(cell);
  });
}
