// The lesson: sliders for the last board, and the lines to copy.

import { button, element } from "./dom.js";
import { sizes } from "./sizes.js";

element("sizes").append(...sizes(element("own").getAttribute("puzzle") ?? "", (line) => element("own").setAttribute("puzzle", line)));

const own = new URL("saltus.js", location.href).href;
element("lines").textContent = (element("lines").textContent ?? "").replace('src="saltus.js"', `src="${own}"`);

button("copy").addEventListener("click", async () => {
  const text = element("lines").textContent ?? "";
  await navigator.clipboard.writeText(text).catch(() => getSelection()?.selectAllChildren(element("lines")));
  button("copy").textContent = "Copied";
});
