/** A section of a page, as the index lists it. */
export interface Entry {
  /** From the root, with the anchor. */
  readonly url: string;
  readonly page: string;
  /** Empty: the beginning of the page. */
  readonly heading: string;
  readonly text: string;
}

/** Chinese has no spaces: what stands between two of its characters is not a word, but pairs of them find one. */
const HAN_RUN = /\p{Script=Han}+/gu;
const WORD = /[\p{L}\p{N}_]+/gu;

/** More terms than anybody types find nothing better. */
const TERMS_MAX = 24;

/** What is looked for, in small letters: words, and pairs of Chinese characters. */
export function termsOf(query: string): string[] {
  const text = query.normalize('NFKC').toLowerCase();
  const pairs = [...text.matchAll(HAN_RUN)].flatMap(([run]) => {
    const characters = Array.from(run);
    return characters.length === 1
      ? characters
      : characters.slice(1).map((each, at) => `${characters[at] ?? ''}${each}`);
  });
  const words = text.replaceAll(HAN_RUN, ' ').match(WORD) ?? [];
  return [...new Set([...words, ...pairs])].slice(0, TERMS_MAX);
}

/** A page that is called what is looked for comes before each of its sections, whatever they have besides. */
const WEIGHTS = { page: 8, start: 8, heading: 6, text: 1 };
/** Of the terms that a section must have; the last word may still be being written. */
const SHARE_MIN = 0.6;

/** The sections that a query finds, the best first. */
export function search(entries: readonly Entry[], query: string, max: number): Entry[] {
  const terms = termsOf(query);
  if (terms.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, terms) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, max)
    .map(({ entry }) => entry);
}

/** Terms in a title count most. */
function scoreOf({ page, heading, text }: Entry, terms: readonly string[]): number {
  const isStart = heading === '';
  const [inPage, inHeading, inText] = [page, isStart ? page : heading, text].map((each) =>
    each.normalize('NFKC').toLowerCase(),
  );
  const worths = terms.map(
    (term) =>
      (inPage?.includes(term) === true ? WEIGHTS.page : 0) +
      (inHeading?.includes(term) === true ? WEIGHTS[isStart ? 'start' : 'heading'] : 0) +
      (inText?.includes(term) === true ? WEIGHTS.text : 0),
  );
  const share = worths.filter((worth) => worth > 0).length / terms.length;
  return share < SHARE_MIN ? 0 : share * worths.reduce((all, worth) => all + worth, 0);
}
