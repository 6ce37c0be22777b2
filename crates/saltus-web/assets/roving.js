// A tree that the arrow keys walk: one row of it has the focus, and only that is a stop of the tab key.

export class Roving {
  /** @param {HTMLElement} list whose rows say how deep they stand */
  constructor(list) {
    this.list = list;
    list.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const rows = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[role=treeitem]")]);
      const at = rows.findIndex((row) => row === document.activeElement);
      const to = at < 0 ? -1 : this.#next(rows, at, event.key);
      if (to === null) return;
      event.preventDefault();
      event.stopPropagation();
      rows[to]?.focus();
    });
    list.addEventListener("focusin", ({ target }) => {
      for (const row of list.querySelectorAll("[role=treeitem]")) row.setAttribute("tabindex", row === target ? "0" : "-1");
    });
  }

  /**
   * The row that a key leads to; null where the key says nothing here.
   * @param {HTMLElement[]} rows
   * @param {number} at
   * @param {string} key
   */
  #next(rows, at, key) {
    const level = (/** @type {number} */ row) => Number(rows[row]?.getAttribute("aria-level"));
    if (key === "ArrowDown") return Math.min(at + 1, rows.length - 1);
    if (key === "ArrowUp") return Math.max(at - 1, 0);
    if (key === "Home") return 0;
    if (key === "End") return rows.length - 1;
    // In: the first row of what leaves here. Out: the row that it leaves from.
    if (key === "ArrowRight") return level(at + 1) >= level(at) ? at + 1 : at;
    if (key === "ArrowLeft") return Math.max(level(at) > 1 ? rows.findLastIndex((_, row) => row < at && level(row) < level(at)) : at - 1, 0);
    return null;
  }
}
