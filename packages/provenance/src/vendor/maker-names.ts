import { CAMERA_MAKERS, DEVICE_WORDS, EMPTY_WORDS, LEGAL_FORMS } from './rules/camera-makers.ts';

const VENDORS = new Map(CAMERA_MAKERS.flatMap(({ vendor, makes }) => makes.map((make) => [make, vendor] as const)));

/** A company's name as tables hold it: `MINOLTA CO.,LTD` and `Minolta Co., Ltd.` are both `minolta`. */
export function bareName(name: string): string {
  const words = name
    .toLowerCase()
    .split(/[\s_.,;]+/u)
    .filter((word) => word !== '');
  while (words.length > 1 && LEGAL_FORMS.has(words.at(-1) ?? '')) words.pop();
  return words.join(' ');
}

/** The canonical name of a maker; undefined when no table knows it. */
export function findMaker(name: string): string | undefined {
  return VENDORS.get(bareName(name));
}

/** Whether a maker field names no maker: it has no letter, only generic words, or is damaged. */
export function isNobody(maker: string): boolean {
  if (findMaker(maker) !== undefined) return false;
  return isEmptyName(maker) || wordsOf(maker).every(isAnybodys) || isRunOn(maker);
}

/** Whether a text is not a name: only symbols, or only words for an empty field. */
export function isEmptyName(name: string): boolean {
  return !/[\p{L}\p{N}]/u.test(name) || wordsOf(name).every((word) => EMPTY_WORDS.has(word));
}

/** A generic word, a number, or one character repeated. */
function isAnybodys(word: string): boolean {
  return EMPTY_WORDS.has(word) || DEVICE_WORDS.has(word) || !/\p{L}/u.test(word) || /^(.)\1+$/u.test(word);
}

/** Shorter names are prefixes of too many words. */
const SHORTEST_RUN_ON = 4;

/**
 * A maker's name that runs on into something that is not a word, `PENTAX00000000` or `SONYIILLy`: the end of the name was
 * lost, and other bytes follow. `SonyEricsson` and `VIVOTEK` run on into a word.
 */
function isRunOn(maker: string): boolean {
  const start = maker.toLowerCase();
  return [...VENDORS.keys()].some((known) => {
    const rest = known.length >= SHORTEST_RUN_ON && start.startsWith(known) ? maker.slice(known.length) : '';
    return /^[\p{L}\p{N}]/u.test(rest) && !/^(?:\p{Lu}+|\p{L}\p{Ll}*)(?![\p{L}\p{N}])/u.test(rest);
  });
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
