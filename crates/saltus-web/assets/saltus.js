// <script src="https://HOST/PATH/saltus.js"></script> and <saltus-board puzzle="shift 3 3"></saltus-board>: a board on any page (docs/web.md).
//
// Attributes: puzzle (a line of notation), moves (made already), at (how many of them are shown), answers (on, off), theme (light, dark), size (height in pixels),
// lang (in which numbers are written), lesson and sheet (in place of a puzzle: what stands behind #s= or #c= in its link).
// What stands inside is seen until the board is there. A classic script, which any page may load from anywhere.
{
  // A module has no current script, but an element or who imports it says where it is.
  const own = /** @type {HTMLScriptElement|null} */ (document.currentScript ?? document.querySelector('script[src*="saltus.js"]'));
  const PAGE = new URL("index.html", Reflect.get(globalThis, "saltusPlace") ?? own?.src ?? location.href);
  /** Pixels. */
  const HEIGHT = 320;
  const LESSON = 640;
  /** A frame that has loaded says within so many milliseconds that it is the page. */
  const PATIENCE = 4_000;
  const STYLE = `
    :host { display: grid; }
    :host([hidden]) { display: none; }
    iframe, .inside, p { grid-area: 1 / 1; min-width: 0; }
    iframe { border: 1px solid #8885; box-sizing: border-box; width: 100%; border-radius: 20px; opacity: 0; }
    .ready iframe { opacity: 1; }
    .ready .inside { display: none; }
    .inside { align-self: center; justify-self: center; z-index: 1; }
    .all { display: grid; }
    p { align-self: end; margin: 0; padding: 1em; z-index: 1; }
  `;

  class SaltusBoard extends HTMLElement {
    static observedAttributes = ["puzzle", "moves", "at", "answers", "theme", "size", "lang", "lesson", "sheet"];

    #frame = document.createElement("iframe");
    #all = document.createElement("div");
    #note = document.createElement("p");
    #timer = 0;
    #asked = 0;
    /** Those who wait for an answer, by the numbers of their questions. @type {Map<number, {done: (answer: object) => void, failed: (error: Error) => void}>} */
    #waiting = new Map();
    #isReady = false;

    constructor() {
      super();
      const inside = document.createElement("div");
      inside.className = "inside";
      inside.append(document.createElement("slot"));
      this.#all.className = "all";
      this.#note.hidden = true;
      this.#all.append(this.#frame, inside, this.#note);
      const root = this.attachShadow({ mode: "open" });
      // No policy of the page around forbids styles that are made so.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(STYLE);
      root.adoptedStyleSheets = [sheet];
      root.append(this.#all);
      this.#frame.loading = "lazy";
      this.#frame.allow = "fullscreen; clipboard-write";
      // Where there is no board, the frame has loaded something else.
      this.#frame.addEventListener("load", () => {
        clearTimeout(this.#timer);
        this.#timer = window.setTimeout(() => this.#isReady || this.#fail(), PATIENCE);
      });
    }

    connectedCallback() {
      this.#show();
      addEventListener("message", this.#listen);
    }

    disconnectedCallback() {
      removeEventListener("message", this.#listen);
      clearTimeout(this.#timer);
    }

    attributeChangedCallback() {
      if (this.isConnected) this.#show();
    }

    /**
     * Tells the board something, or asks it: `open`, `go`, `show`, `ask` (docs/web.md).
     * @param {string} kind
     * @param {object} [words]
     */
    call(kind, words = {}) {
      const id = ++this.#asked;
      return new Promise((done, failed) => {
        this.#waiting.set(id, { done, failed });
        this.#frame.contentWindow?.postMessage({ saltus: 2, id, kind, ...words }, "*");
      });
    }

    /** @param {MessageEvent} event */
    #listen = ({ source, data }) => {
      if (source !== this.#frame.contentWindow || data?.saltus !== 2) return;
      const { saltus: _, id: __, re, kind, error, ...detail } = data;
      if (re !== undefined) {
        const waiting = this.#waiting.get(re);
        this.#waiting.delete(re);
        if (error === undefined) waiting?.done(detail);
        else waiting?.failed(new Error(error));
        return;
      }
      if (kind === "ready") {
        this.#isReady = true;
        this.#note.hidden = true;
        this.#all.classList.add("ready");
      }
      if (kind === "size" && this.getAttribute("size") === "auto") this.#frame.style.height = `${detail.height}px`;
      this.dispatchEvent(new CustomEvent(kind, { detail, bubbles: true }));
    };

    #fail() {
      const link = document.createElement("a");
      link.href = this.#address("").href;
      link.target = "_blank";
      link.textContent = "Open it there";
      this.#note.replaceChildren(`The board does not load from ${PAGE.host || "this disk"}. `, link);
      this.#note.hidden = false;
      this.#all.classList.remove("ready");
    }

    /** @param {string} query */
    #address(query) {
      const lesson = this.getAttribute("lesson");
      if (lesson) return new URL(`${query}#s=${encodeURIComponent(lesson)}`, PAGE);
      const sheet = this.getAttribute("sheet");
      if (sheet) return new URL(`${query}#c=${encodeURIComponent(sheet)}&a=off`, PAGE);
      const place = new URLSearchParams({ p: this.getAttribute("puzzle") ?? "shift 3 3", m: this.getAttribute("moves") ?? "" });
      if (this.hasAttribute("at")) place.set("at", this.getAttribute("at") ?? "");
      return new URL(`${query}#${place}`, PAGE);
    }

    #show() {
      const words = new URLSearchParams({ embed: "" });
      for (const name of ["answers", "theme", "lang"]) if (this.hasAttribute(name)) words.set(name, this.getAttribute(name) ?? "");
      const address = this.#address(`?${words}`).href;
      this.#frame.style.height = `${Number(this.getAttribute("size")) || (this.hasAttribute("lesson") || this.hasAttribute("sheet") ? LESSON : HEIGHT)}px`;
      this.#frame.title = `Puzzle: ${this.getAttribute("puzzle") ?? "toads and frogs"}`;
      if (this.#frame.src !== address) this.#frame.src = address;
    }
  }

  if (!customElements.get("saltus-board")) customElements.define("saltus-board", SaltusBoard);
}
