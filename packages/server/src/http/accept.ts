export interface WeightedRange {
  /** A media type or an encoding, in lower case. */
  type: string;
  weight: number;
}

/** More than any browser sends; a longer list is an attack. */
const RANGES_MAX = 32;

/**
 * Whether an `Accept` header prefers a page to JSON (RFC 9110 §12.5.1): `text/html` is named, with a weight not below that of
 * JSON. A wildcard alone comes from a program.
 */
export function prefersHtml(header: string | undefined): boolean {
  const ranges = parseRanges(header);
  const weightOf = (type: string): number =>
    Math.max(0, ...ranges.filter((range) => range.type === type).map(({ weight }) => weight));
  const html = weightOf('text/html');
  return html > 0 && html >= weightOf('application/json');
}

/** What a header of the `Accept` family lists, with the weights. */
export function parseRanges(header: string | undefined): WeightedRange[] {
  return (header ?? '').split(',').slice(0, RANGES_MAX).map(parseRange);
}

function parseRange(text: string): WeightedRange {
  const [type = '', ...parameters] = text.split(';').map((piece) => piece.trim().toLowerCase());
  const weight = parameters
    .map((parameter) => /^q=(\d(?:\.\d{1,3})?)$/.exec(parameter)?.[1])
    .find((found) => found !== undefined);
  return { type, weight: weight === undefined ? 1 : Number(weight) };
}
