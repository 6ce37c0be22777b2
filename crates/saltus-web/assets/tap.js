// Whether the page is used by a finger.

let wasTouched = matchMedia("(pointer: coarse)").matches;
addEventListener("pointerdown", ({ pointerType }) => (wasTouched = pointerType === "touch"), { capture: true });

/** "Tap" for a finger, else "Click". */
export const tap = () => (wasTouched ? "Tap" : "Click");

/** How to begin, where this is what is chosen to make a move. @param {string} act */
export const begun = (act) => `${tap()} ${act.includes(",") ? act : `${act} to move it`}.`;
