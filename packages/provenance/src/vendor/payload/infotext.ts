import { LIMITS } from '../../limits.ts';
import { parsePayload, stringEnd, textIn } from '../../media/loose-payload.ts';

/** The settings that a picture was made with, by their names as written. */
export type Settings = ReadonlyMap<string, string>;

const START = /^Steps: \d{1,6}, /;
/** One of these must accompany the steps: prose has none. */
const SURE_NAMES = ['Sampler', 'Seed', 'CFG scale', 'Model hash'];
const NAME = /^[A-Za-z][^:,"{}[\]]{0,63}$/;
const [QUOTE, COMMA, COLON] = [0x22, 0x2c, 0x3a];
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);

/**
 * The lines that may hold settings, last line first, each cut to what is examined. The settings follow the prompts, so only
 * the end of a text is split; the line that reaches into it counts from its start.
 */
export function* settingsLines(text: string): Generator<string> {
  const stop = text.length - LIMITS.vendorInfotextChars;
  let end = text.length;
  for (;;) {
    const start = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1;
    yield text.slice(start, Math.min(end, start + LIMITS.vendorInfotextChars)).trim();
    if (start === 0 || start <= stop) return;
    end = start - 1;
  }
}

/** The settings of an infotext (`<prompt>`, `Negative prompt: …`, `Steps: …`); null when the text is not one. */
export function readSettings(text: string): Settings | null {
  for (const line of settingsLines(text)) {
    if (!START.test(line)) continue;
    const settings = splitSettings(line);
    if (SURE_NAMES.some((name) => settings.has(name))) return settings;
  }
  return null;
}

/** `name: value` pairs with `, ` between them. Values with commas in them are JSON: strings, lists or objects. */
function splitSettings(line: string): Settings {
  const settings = new Map<string, string>();
  let [start, colon, depth] = [0, -1, 0];
  let hasOpenQuote = false;
  const take = (end: number): void => {
    const name = colon === -1 ? '' : line.slice(start, colon).trim();
    if (NAME.test(name) && !settings.has(name)) settings.set(name, unquote(line.slice(colon + 1, end).trim()));
  };
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    // A quote or bracket inside a value is a character like any other: it must not hide the settings after it.
    const startsValue = depth > 0 || (colon !== -1 && at - colon <= 2);
    if (code === QUOTE && startsValue && !hasOpenQuote) {
      const close = stringEnd(line, at) - 1;
      // If nothing closes one quote, nothing closes the next: searching again each time would take quadratic time.
      hasOpenQuote = close === at || line.charCodeAt(close) !== QUOTE;
      if (!hasOpenQuote) at = close;
    } else if (OPENING.has(code) && startsValue) depth += 1;
    else if (CLOSING.has(code)) depth = Math.max(0, depth - 1);
    else if (code === COLON && colon === -1) colon = at;
    else if (code === COMMA && depth === 0) {
      take(at);
      [start, colon] = [at + 1, -1];
    }
  }
  take(line.length);
  return settings;
}

function unquote(value: string): string {
  if (!value.startsWith('"')) return value;
  return textIn(parsePayload(`{"value":${value}}`), 'value') ?? value;
}
