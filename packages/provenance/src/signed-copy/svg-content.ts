import type { RandomAccess } from '../bytes/random-access.ts';
import type { Splice } from '../label/write/splice.ts';
import { SVG_ELEMENT, SVG_NAMESPACE } from './credential-names.ts';
import { takeOut } from './segment-content.ts';

interface Range {
  start: number;
  end: number;
}

const BYTE_ORDER_MARK = '\xef\xbb\xbf';
/** White space in an end tag, which the engine's writer leaves out. */
const LOOSE_END = /(<\/[^\s<>]{1,200})(\s{1,200})>/g;
const EMPTY_METADATA = /<((?:[^\s<>:/]{1,50}:)?metadata)><\/\1>/g;
/** How much is read on each side of the element to find the `metadata` around it. */
const TAG_CHARS = 64;
const OPEN_METADATA = /<(?:[^\s<>:/]{1,50}:)?metadata>$/;
const CLOSE_METADATA = /^<\/(?:[^\s<>:/]{1,50}:)?metadata>/;

/**
 * An SVG without the element of the credential, the `metadata` that was made for it and the declaration of its prefix. The
 * rest of the text is compared as is, except for the byte order mark and blanks in end tags.
 */
export function svgContent(file: RandomAccess): Splice[] {
  const text = Buffer.from(file.read(0, file.size)).toString('latin1');
  const elements = rangesBetween(text, `<${SVG_ELEMENT}`, `</${SVG_ELEMENT}>`).map((range) =>
    withMetadata(text, range),
  );
  const others = [
    ...(text.startsWith(BYTE_ORDER_MARK) ? [{ start: 0, end: BYTE_ORDER_MARK.length }] : []),
    ...rangesBetween(text, ` ${SVG_NAMESPACE}="`, '"'),
    ...Array.from(text.matchAll(EMPTY_METADATA), ({ index, 0: found }) => ({
      start: index,
      end: index + found.length,
    })),
    ...Array.from(text.matchAll(LOOSE_END), ({ index, 0: found, 1: tag = '' }) => ({
      start: index + tag.length,
      end: index + found.length - 1,
    })),
  ];
  return outermost([...elements, ...others]).map(takeOut);
}

/** Leaves out ranges inside another: a declaration may be in the element itself. */
function outermost(ranges: readonly Range[]): Range[] {
  const kept: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    if (range.start >= (kept.at(-1)?.end ?? 0)) kept.push(range);
  }
  return kept;
}

function rangesBetween(text: string, from: string, to: string): Range[] {
  const ranges: Range[] = [];
  for (let start = text.indexOf(from); start !== -1; start = text.indexOf(from, start)) {
    const last = text.indexOf(to, start + from.length);
    if (last === -1) break;
    ranges.push({ start, end: last + to.length });
    start = last + to.length;
  }
  return ranges;
}

function withMetadata(text: string, { start, end }: Range): Range {
  const [open] = OPEN_METADATA.exec(text.slice(Math.max(0, start - TAG_CHARS), start)) ?? [];
  const [close] = CLOSE_METADATA.exec(text.slice(end, end + TAG_CHARS)) ?? [];
  return open === undefined || close === undefined
    ? { start, end }
    : { start: start - open.length, end: end + close.length };
}
