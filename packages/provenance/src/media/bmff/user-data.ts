import { hasBytes } from '../../bytes/match.ts';
import type { MediaSource } from '../media-source.ts';
import type { MetadataSink } from '../metadata-sink.ts';
import { childrenOf, eachBox, type Box } from './boxes.ts';
import { emitRange } from './emit.ts';
import { readGpmf } from './gpmf.ts';
import { addMakerText, addOpaqueBox, isMakerText, readGarminBox, readSkipBox } from './maker-boxes.ts';
import { readMeta } from './meta.ts';
import { readUuidBox } from './xmp-box.ts';

const TEXT_MARK = '\u00a9';
const TEXT_HEADER_BYTES = 4;
const LABEL_ATOM = /^aigc$/i;
const PADDING = new Set(['free', 'wide']);
/** Text boxes of 3GPP TS 26.244 §8: version and flags, packed language, text. */
const THREE_GP_TEXT = new Set(['titl', 'dscp', 'cprt', 'perf', 'auth', 'gnre', 'albm']);

/**
 * The children of a `udta` box: QuickTime's texts (`©xyz`) and other named values come out with `<path>` and their type as
 * key; a `meta` inside as `readMeta` says, XMP as `<path>/XMP_`.
 */
export function readUserData(source: MediaSource, sink: MetadataSink, userData: Box, path: string): void {
  eachBox(source, sink, childrenOf(source, userData, 'udta'), (box) => readAtom(source, sink, box, path));
}

function readAtom(source: MediaSource, sink: MetadataSink, atom: Box, path: string): void {
  const { type, contentStart: start, end, intact } = atom;
  if (PADDING.has(type)) return;
  if (type === 'skip') return readSkipBox(source, sink, atom, `${path}/skip`);
  if (type === 'meta') return readMeta(source, sink, atom, `${path}/meta`);
  if (type === 'uuid') {
    readUuidBox(source, sink, atom, `${path}/`);
    return readGarminBox(source, sink, atom, path);
  }
  if (type === 'XMP_') return emitRange(source, sink, { kind: 'xmp', path: `${path}/XMP_`, start, end, intact });
  if (isMakerText(atom)) return addMakerText(source, sink, atom, path);
  if (type.startsWith(TEXT_MARK)) return readTexts(source, sink, atom, path);
  if (LABEL_ATOM.test(type)) return readLabelAtom(source, sink, atom, path);
  if (THREE_GP_TEXT.has(type) && hasZeroVersion(source, atom)) {
    return emitRange(source, sink, { kind: 'entry', path, key: type, start: Math.min(start + 6, end), end, intact });
  }
  // Makers keep thumbnails and sensor data here; what names a device is short.
  addOpaqueBox(source, sink, atom, path);
  if (type === 'GPMF') sink.attemptAside(() => readGpmf(source, sink, atom, path));
}

/** Texts with their length and language (QuickTime File Format, "User data text strings"), one for each language. */
function readTexts(source: MediaSource, sink: MetadataSink, atom: Box, path: string): void {
  const { type: key, end } = atom;
  let at = atom.contentStart;
  while (end - at >= TEXT_HEADER_BYTES) {
    source.step('udta text', at);
    const length = source.cursor(at, TEXT_HEADER_BYTES, 'udta text').u16('udta text length');
    const start = at + TEXT_HEADER_BYTES;
    if (length > end - start) return emitMisfit(source, sink, atom, { path, at });
    if (length > 0) emitRange(source, sink, { kind: 'entry', path, key, start, end: start + length });
    at = start + length;
  }
}

/** A length that does not fit: the text is cut off, or its writer put none before it. */
function emitMisfit(
  source: MediaSource,
  sink: MetadataSink,
  { type: key, contentStart, end, intact }: Box,
  { path, at }: { path: string; at: number },
): void {
  const start = intact && at === contentStart ? at : at + TEXT_HEADER_BYTES;
  emitRange(source, sink, { kind: 'entry', path, key, start, end, intact: false });
}

/** No rule says how `AIGC` keeps its text: with length and language, after version and flags, or plain. */
function readLabelAtom(source: MediaSource, sink: MetadataSink, atom: Box, path: string): void {
  const { contentStart, end, type: key, intact } = atom;
  const head = source.upTo(contentStart, Math.min(TEXT_HEADER_BYTES, end - contentStart), 'udta');
  const [high = 0, low = 0] = head;
  const text = end - contentStart - TEXT_HEADER_BYTES;
  const hasHeader = text >= 0 && ((high << 8) + low === text || hasBytes(head, 0, [0, 0, 0, 0]));
  const start = contentStart + (hasHeader ? TEXT_HEADER_BYTES : 0);
  emitRange(source, sink, { kind: 'entry', path, key, start, end, intact });
}

function hasZeroVersion(source: MediaSource, { contentStart, end }: Box): boolean {
  return end - contentStart >= 6 && hasBytes(source.bytes(contentStart, 4, 'udta'), 0, [0, 0, 0, 0]);
}
