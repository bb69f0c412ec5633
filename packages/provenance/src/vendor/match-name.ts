/** A name at the start of a text, in any case, that no letter or digit continues: `Pika 1.5` and not `Pikachu`. */
export function startsWithName(text: string, name: string): boolean {
  if (!lowerStart(text, name.length).startsWith(name.toLowerCase())) return false;
  return !/^[\p{L}\p{N}]/u.test(text.slice(name.length, name.length + 2)) || isIdeograph(name);
}

/** As `startsWithName`, for words that mean something else without a version behind them. */
export function startsWithVersioned(text: string, name: string): boolean {
  return startsWithName(text, name) && /^[ /]v?\d/.test(text.slice(name.length, name.length + 4));
}

function lowerStart(text: string, length: number): string {
  return text.slice(0, length).toLowerCase();
}

/** Chinese puts nothing between words. */
function isIdeograph(name: string): boolean {
  return /\p{Script=Han}$/u.test(name);
}
