import { DecodeError } from '../../bytes/decode-error.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../media-source.ts';
import { PdfParser } from './parser.ts';

const GROWTH = 8;
/** Parsed bytes that count as one step, so that many references to one long object cost what they take. */
const BYTES_A_STEP = 64;

/** What `parse` reads at an offset, in a window that grows until the value ends inside it. */
export function parseAt<T>(
  source: MediaSource,
  offset: number,
  what: string,
  parse: (parser: PdfParser) => T,
  windowBytes: number = LIMITS.mediaReadAheadBytes,
): T {
  for (let size = windowBytes; ; size *= GROWTH) {
    const length = Math.min(size, LIMITS.mediaItemBytes);
    const bytes = source.upTo(offset, length, what);
    const isLast = length === LIMITS.mediaItemBytes || offset + bytes.length >= source.size;
    const parser = new PdfParser(bytes, { base: source.fileOffset(offset) });
    const result = attempt(parser, parse, isLast);
    chargeSteps(source, parser.position, offset, what);
    if (result !== null && (isLast || !parser.isAtEnd)) return result.value;
  }
}

/** Counts the work of having parsed so many bytes. */
export function chargeSteps(source: MediaSource, parsedBytes: number, offset: number, what: string): void {
  for (let steps = Math.floor(parsedBytes / BYTES_A_STEP); steps >= 0; steps -= 1) source.step(what, offset);
}

/** Null when the window ended too early. */
function attempt<T>(parser: PdfParser, parse: (parser: PdfParser) => T, isLast: boolean): { value: T } | null {
  try {
    return { value: parse(parser) };
  } catch (error) {
    if (error instanceof DecodeError && parser.isAtEnd && !isLast) return null;
    throw error;
  }
}
