/** A name at the start of a text, in any case, not followed by a letter or digit: `Pika 1.5` and not `Pikachu`. */
export function startsWithName(text: string, name: string): boolean {
  if (!lowerStart(text, name.length).startsWith(name.toLowerCase())) return false;
  return !/^[\p{L}\p{N}]/u.test(text.slice(name.length, name.length + 2)) || isIdeograph(name);
}

/** Like `startsWithName`, for words that mean something else unless a version follows. */
export function startsWithVersioned(text: string, name: string): boolean {
  return startsWithName(text, name) && /^[ /]v?\d/.test(text.slice(name.length, name.length + 4));
}

/** Longer than any name with its version or model. */
const LONGEST_TAIL = 64;
/** Characters that continue a list or begin a remark. */
const ENDS_NAME = /^\s*(?:$|[;,|([{<])/u;
const VERSION = /^[\s/_:.-]*(?:version\s|v\.?\s?)?\d+(?:\.\d+)*\p{L}?(?![\p{L}\p{N}])/iu;
const SEPARATORS = /^[\s/_:.-]*/u;

/**
 * A name that is the whole text, or is followed by a version, a terminating character or one of `followers`: `Runway`,
 * `Runway 3`, `Runway (web)` and `Runway Gen-3`, but not `Runway Planner`.
 */
export function isNamed(text: string, name: string, followers: readonly string[]): boolean {
  if (!startsWithName(text, name)) return false;
  const tail = text.slice(name.length, name.length + LONGEST_TAIL).replace(/^[®™©]/u, '');
  if (ENDS_NAME.test(tail) || VERSION.test(tail)) return true;
  const rest = tail.replace(SEPARATORS, '');
  return followers.some((follower) => startsWithName(rest, follower));
}

function lowerStart(text: string, length: number): string {
  return text.slice(0, length).toLowerCase();
}

/** Chinese puts nothing between words. */
function isIdeograph(name: string): boolean {
  return /\p{Script=Han}$/u.test(name);
}
