// The board that a site has in its page plays at once, by the book beside it, until the page's own script goes on from there. It knows no rules.

{
  const page = /** @type {any} */ (globalThis);
  const template = /** @type {HTMLTemplateElement|null} */ (document.getElementById("opening"));
  const words = new URLSearchParams(location.hash.slice(1) || location.search);
  document.body.classList.add("early");

  /** Milliseconds; how high a hop is, in the board's measure. */
  const HOP = 260;
  const HEIGHT = 450;

  /** @param {any} book @param {SVGSVGElement} board */
  function play({ root, positions }, board) {
    const { places } = root.outline;
    /** @type {string[]} */
    const moves = (page.saltusFirst = []);
    // Pieces are drawn in the order of their cells.
    const drawn = /** @type {SVGGElement[]} */ ([...board.querySelectorAll(".piece")]);
    /** @type {Map<number, {piece: SVGGElement, home: number}>} */
    const pieces = new Map();
    root.scene.forEach((/** @type {{tint: string}} */ { tint }, /** @type {number} */ cell) => {
      const piece = tint === "vacant" ? undefined : drawn[pieces.size];
      if (piece) pieces.set(cell, { piece, home: cell });
    });
    let at = 0;

    /** @param {string} part @param {string} text */
    const write = (part, text) => {
      const place = document.querySelector(`#gauge ${part}`);
      if (place) place.textContent = text;
    };

    const show = () => {
      const { hint, over, moves: next } = positions[at];
      const left = over ? 0 : hint.length;
      write(".number", over ? "Won" : String(left ?? "Lost"));
      write(".unit", over ? `in ${moves.length} moves` : left === null ? `since move ${moves.length}` : "to go");
      document.querySelectorAll("#gauge .blocks i").forEach((block, index, all) => (block.className = index < all.length - moves.length ? "left" : "done"));
      for (const [cell, { piece }] of pieces) piece.classList.toggle("movable", next.some((/** @type {any} */ [, path]) => path[0] === cell));
      board.querySelector(".ways")?.replaceChildren();
      const live = document.getElementById("live");
      if (live) live.textContent = `${moves.at(-1)}. ${over ? "Won." : left === null ? "Lost." : `${left} to go.`}`;
    };

    /** @param {number} cell */
    const offset = (cell, { home } = { home: cell }) => [places[cell][0] - places[home][0], places[cell][1] - places[home][1]];

    board.addEventListener("click", (event) => {
      const matrix = /** @type {SVGGElement} */ (board.querySelector(".scene")).getScreenCTM()?.inverse();
      if (!matrix) return;
      const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
      const cells = places.map((/** @type {number[]} */ [left, top]) => Math.hypot(left - x, top - y));
      const cell = cells.indexOf(Math.min(...cells));
      const ends = (/** @type {any} */ [, path]) => path[0] === cell || path[path.length - 1] === cell;
      const found = positions[at].moves.filter(ends);
      if (found.length !== 1 || found[0][3] === null) return;
      const [text, path, , to] = found[0];
      const [from, end] = [path[0], path[path.length - 1]];
      const held = pieces.get(from);
      if (!held) return;
      pieces.delete(from);
      pieces.set(end, held);
      const [before, after] = [offset(from, held), offset(end, held)];
      held.piece.setAttribute("transform", `translate(${after})`);
      if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
        const way = [0, 0.5, 1].map((part) => ({ transform: `translate(${before[0] + (after[0] - before[0]) * part}px, ${before[1] + (after[1] - before[1]) * part - (part === 0.5 ? HEIGHT : 0)}px)` }));
        held.piece.animate(way, { duration: HOP, easing: "ease-in-out" });
      }
      at = to;
      moves.push(text);
      show();
    });
  }

  const book = document.querySelector("script.book")?.textContent;
  const isNamed = ["p", "d", "day"].some((name) => words.has(name)) || ["#gallery", "#ladders", "#today"].includes(location.hash);
  const stage = document.getElementById("stage");
  if (book && template && stage && !isNamed) {
    stage.className = template.dataset.stage ?? "";
    // What is not drawn yet stays as it is.
    const others = [...stage.children].filter(({ id }) => id && !template.content.querySelector(`#${id}`));
    stage.replaceChildren(template.content, ...others);
    const board = document.querySelector("#board");
    if (board instanceof SVGSVGElement) {
      const { width, height } = board.viewBox.baseVal;
      board.style.setProperty("--px", String(Math.max(width / board.clientWidth, height / board.clientHeight)));
      play(JSON.parse(book), board);
    }
  }
}
