// Whether the page is used by a finger.

let wasTouched = matchMedia("(pointer: coarse)").matches;
addEventListener("pointerdown", ({ pointerType }) => (wasTouched = pointerType === "touch"), { capture: true });

/** "Tap" for a finger, else "Click". */
export const tap = () => (wasTouched ? "Tap" : "Click");
