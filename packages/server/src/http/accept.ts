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

/** Who unfolds links that people post, and asks for anything at all without naming pages. Most also say Mozilla. */
const LINK_READERS =
  /^Mozilla\/5\.0 |facebookexternalhit|facebot|twitterbot|slack|telegrambot|discordbot|linkedinbot|whatsapp|skypeuripreview|line-poker|kakaotalk|redditbot|pinterest|mastodon|cardyb|micromessenger|wxwork|dingtalk|feishu|lark|weibo|embedly|iframely/i;
/** Programs that say Mozilla too, or that ask from within a page. */
const PROGRAMS = /powershell/i;

interface RequestHeaders {
  readonly accept?: string | undefined;
  readonly 'user-agent'?: string | undefined;
  readonly 'sec-fetch-dest'?: string | string[] | undefined;
}

/**
 * Whether a link should be answered with a page: to whoever prefers one, and to browsers and those who unfold links when they
 * ask for anything at all. Whoever names JSON gets it, and so do programs, which ask for anything by default.
 */
export function wantsPage(headers: RequestHeaders): boolean {
  if (prefersHtml(headers.accept)) return true;
  const isOpen = parseRanges(headers.accept).every(({ type }) => type === '' || type === '*/*');
  const agent = headers['user-agent'] ?? '';
  const isFetched = headers['sec-fetch-dest'] === 'empty';
  return isOpen && !isFetched && LINK_READERS.test(agent) && !PROGRAMS.test(agent);
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
