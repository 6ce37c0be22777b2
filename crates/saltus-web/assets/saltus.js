// <saltus-board puzzle="shift 3 3" moves="3-4" answers="off"></saltus-board>: a board on any page.
//
// Attributes: puzzle (a line of notation), moves (made already), answers (on, off), theme (light, dark), size (height in pixels).
// Events: open, move, won, lost; their `detail` has the puzzle and its moves. The board is the page beside this file, in a frame.

const PAGE = new URL("index.html", import.meta.url);
/** Pixels. */
const HEIGHT = 320;

class SaltusBoard extends HTMLElement {
  static observedAttributes = ["puzzle", "moves", "answers", "theme", "size"];

  #frame = document.createElement("iframe");
  /** @param {MessageEvent} event */
  #listen = ({ source, data }) => {
    if (source !== this.#frame.contentWindow || typeof data?.saltus !== "string") return;
    this.dispatchEvent(new CustomEvent(data.saltus, { detail: data.detail, bubbles: true }));
  };

  connectedCallback() {
    const frame = this.#frame;
    frame.loading = "lazy";
    frame.title = `Puzzle: ${this.getAttribute("puzzle") ?? "toads and frogs"}`;
    frame.allow = "fullscreen; clipboard-write";
    Object.assign(frame.style, { border: "1px solid #8885", boxSizing: "border-box", width: "100%", display: "block", borderRadius: "20px" });
    this.style.display = "block";
    this.#show();
    this.append(frame);
    addEventListener("message", this.#listen);
  }

  disconnectedCallback() {
    removeEventListener("message", this.#listen);
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#show();
  }

  #show() {
    const words = new URLSearchParams({ embed: "" });
    for (const name of ["answers", "theme"]) if (this.hasAttribute(name)) words.set(name, this.getAttribute(name) ?? "");
    const place = new URLSearchParams({ p: this.getAttribute("puzzle") ?? "shift 3 3", m: this.getAttribute("moves") ?? "" });
    const address = `${PAGE}?${words}#${place}`;
    this.#frame.style.height = `${Number(this.getAttribute("size")) || HEIGHT}px`;
    if (this.#frame.src !== address) this.#frame.src = address;
  }
}

customElements.define("saltus-board", SaltusBoard);
