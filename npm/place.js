// Where the page of this package is, for the element: it is a classic script, and cannot know.

Reflect.set(globalThis, "saltusPlace", new URL("./page/", import.meta.url).href);
