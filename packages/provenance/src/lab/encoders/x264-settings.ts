import { LAB_LIMITS } from '../limits.ts';

/** What x264 says of itself in a message: its build, and the options of the encoding. */
export interface X264Settings {
  core: number | null;
  /** By name, as written; empty for a text without settings. */
  options: ReadonlyMap<string, string>;
}

const HEAD = /^x264 - core (\d{1,4})/;
const OPTIONS_MARK = 'options: ';
const OPTION = /^([a-z0-9_]{1,32})=(\S{1,64})$/;

/** Null when the text is not x264's: others write their own text behind its identifier. */
export function readX264Settings(text: string): X264Settings | null {
  const head = HEAD.exec(text);
  if (head === null) return null;
  const at = text.indexOf(OPTIONS_MARK);
  const words = at === -1 ? [] : text.slice(at + OPTIONS_MARK.length).split(' ', LAB_LIMITS.settings);
  const options = new Map<string, string>();
  for (const word of words) {
    const [, name = '', value = ''] = OPTION.exec(word) ?? [];
    if (name !== '') options.set(name, value);
  }
  return { core: Number(head[1]), options };
}

/** A numeric option; null when it is absent or no number. */
export function numberOption({ options }: X264Settings, name: string): number | null {
  const value = Number(options.get(name) ?? 'none');
  return Number.isFinite(value) ? value : null;
}

/** Presets by the options that tell them apart, measured with core 164; `ref` is last, as the picture size may lower it. */
const PRESETS: readonly (readonly [name: string, me: string, subme: number, trellis: number, lookahead: number])[] = [
  ['ultrafast', 'dia', 0, 0, -1],
  ['superfast', 'dia', 1, 0, -1],
  ['veryfast', 'hex', 2, 0, 10],
  ['faster', 'hex', 4, 1, 20],
  ['fast', 'hex', 6, 1, 30],
  ['medium', 'hex', 7, 1, 40],
  ['slow', 'hex', 8, 2, 50],
  ['slower', 'umh', 9, 2, 60],
  ['veryslow', 'umh', 10, 2, 60],
  ['placebo', 'tesa', 11, 2, 60],
];

/** The preset that settings agree with; null when they are no preset's. */
export function presetOf(settings: X264Settings): string | null {
  const lookahead = numberOption(settings, 'rc_lookahead');
  const row = PRESETS.find(
    ([, me, subme, trellis, expected]) =>
      settings.options.get('me') === me &&
      numberOption(settings, 'subme') === subme &&
      numberOption(settings, 'trellis') === trellis &&
      (expected === -1 || lookahead === null || lookahead === expected),
  );
  return row?.[0] ?? null;
}
