import { DecodeError } from '../../bytes/decode-error.ts';
import { LimitError } from '../../bytes/limit-error.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../media-source.ts';
import { PdfDocument } from './document.ts';
import { PdfRecovery } from './recover.ts';
import { entryOf } from './values.ts';
import { findStartXref, XrefChain } from './xref.ts';

/**
 * Opens a PDF by the cross-reference at its end; when that is damaged, by searching. Offsets inside a file with other
 * bytes in front of it count from its header or, in some, from the first byte.
 *
 * @throws {DecodeError} not even a trailer is found
 */
export function openPdf(source: MediaSource): PdfDocument {
  const header = headerOffset(source);
  const candidates = header > 0 ? [source.within(header, source.size - header), source] : [source];
  for (const candidate of candidates) {
    const document = openByXref(candidate);
    if (document !== null) return unlocked(document);
  }
  const recovery = new PdfRecovery(source);
  const found = recovery.trailer();
  if (found === null) throw new DecodeError('PDF: no cross-reference', source.fileOffset(0));
  const { trailer, bytes, start } = found;
  return unlocked(
    new PdfDocument({ source, trailer, trailerBytes: bytes, trailerStart: start, chain: null, recovery }),
  );
}

function headerOffset(source: MediaSource): number {
  const head = source.upTo(0, LIMITS.sniffPdfHeaderBytes, 'PDF header');
  return Math.max(0, Buffer.from(head.buffer, head.byteOffset, head.length).indexOf('%PDF-'));
}

function openByXref(source: MediaSource): PdfDocument | null {
  try {
    const start = findStartXref(source);
    if (start === null) return null;
    const chain = new XrefChain(source, start);
    const { trailer, trailerBytes, trailerStart } = chain.newest();
    if (entryOf(trailer, 'Root').kind !== 'reference') return null;
    return new PdfDocument({ source, trailer, trailerBytes, trailerStart, chain, recovery: new PdfRecovery(source) });
  } catch (error) {
    if (error instanceof DecodeError && !(error instanceof LimitError && error.isFinal)) return null;
    throw error;
  }
}

function unlocked(document: PdfDocument): PdfDocument {
  document.unlock();
  return document;
}
