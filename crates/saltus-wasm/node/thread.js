// The threads of the package for Node, counted.

import { Thread as Counted } from "../../../npm/thread.js";

const SCRIPT = new URL("../../saltus-web/assets/worker.js", import.meta.url);

/** How many were made and how many were ended. */
export const count = { made: 0, ended: 0 };

/** Those that still are. @type {Set<Thread>} */
const alive = new Set();

/** Ends all, so that the tests end. */
export const end = () => alive.forEach((thread) => thread.terminate());

/** What `lane.js` needs of a worker. */
export class Thread extends Counted {
  constructor() {
    super(SCRIPT);
    count.made++;
    alive.add(this);
  }

  terminate() {
    count.ended++;
    alive.delete(this);
    super.terminate();
  }
}
