// `<saltus-board>`, beside its page.

import "./place.js";
import "./page/saltus.js";
