import { revealTarget } from './reveal-target.ts';

/** Opens what a link leads to: each operation is closed until someone asks for it. */
revealTarget();
globalThis.addEventListener('hashchange', revealTarget);
