import { DecodeError } from '../../bytes/decode-error.ts';
import { LIMITS } from '../../limits.ts';
import { applySplices } from './splice.ts';
import { LabelWriteError, type LabelTest } from './writer.ts';
import { placeLabel, removals } from './xmp-place.ts';
import { findXmpLabels, looksLikeLabel, RDF_URI, TC260_PREFIX, TC260_URI, type LabelledXml } from './xmp-labels.ts';
import { escapeXml } from './xml-escape.ts';
import { applyEdits, decodeForEdit, editsToSplices, type TextEdit, type XmlText } from './xml-text.ts';

const WHAT = 'XMP packet';
/** Blanks before the end mark that are room for edits; fewer are only the writer's layout. */
const PADDING_CHARS = 64;

/**
 * The packet with exactly one label, TC260's property; null makes a new packet. The rest stays byte for byte, except for the
 * padding that XMP packets keep for edits (ISO 16684-1 §7.3.3), which shrinks and grows.
 *
 * @throws {LabelWriteError} the packet is not well-formed, has a document type, or is too large
 */
export function setXmpLabel(packet: Uint8Array | null, json: string, isLabel: LabelTest = looksLikeLabel): Uint8Array {
  if (packet === null || isBlank(packet)) return new TextEncoder().encode(newPacket(json));
  return editPacket(packet, isLabel, (document) => placeLabel(document, json), [json]);
}

/** The packet without any label; the same bytes when there is none. @throws {LabelWriteError} as `setXmpLabel` */
export function removeXmpLabel(packet: Uint8Array, isLabel: LabelTest = looksLikeLabel): Uint8Array {
  if (isBlank(packet)) return packet;
  return editPacket(packet, isLabel, ({ labels }) => removals(labels), []);
}

/** Whether there is any label to remove. @throws {LabelWriteError} as `setXmpLabel` */
export function hasXmpLabel(packet: Uint8Array, isLabel: LabelTest = looksLikeLabel): boolean {
  return !isBlank(packet) && readable(xmpDocument(packet).text, isLabel).labels.length > 0;
}

/** Plans edits of an XML document and checks their outcome. */
export function planEdits(
  { text }: XmlText,
  isLabel: LabelTest,
  plan: (document: LabelledXml) => TextEdit[],
  expected: readonly string[],
): TextEdit[] {
  const edits = plan(readable(text, isLabel));
  const { labels } = readable(applyEdits(text, edits), isLabel);
  const isExpected = labels.length === expected.length && labels.every(({ value }, index) => value === expected[index]);
  if (!isExpected) throw new LabelWriteError('media_unreadable', 'The XMP cannot be made to hold this label once');
  return edits;
}

function editPacket(
  packet: Uint8Array,
  isLabel: LabelTest,
  plan: (document: LabelledXml) => TextEdit[],
  expected: readonly string[],
): Uint8Array {
  if (packet.length > LIMITS.mediaItemBytes) throw new LabelWriteError('media_unreadable', 'The XMP is too large');
  const document = xmpDocument(packet);
  const edits = planEdits(document, isLabel, (found) => plan(withoutDoctype(document, found)), expected);
  if (edits.length === 0) return packet;
  return applySplices(packet, editsToSplices(document, [...edits, ...paddingEdits(document, edits)], 0));
}

/** Writers pad packets, and copy neighbouring bytes along: the packet is what its marks enclose. */
function xmpDocument(packet: Uint8Array): XmlText {
  const document = decodeForEdit(packet);
  const { text } = document;
  const start = Math.max(0, text.indexOf('<'));
  const mark = text.indexOf('<?xpacket end', start);
  const end = mark === -1 ? text.lastIndexOf('>') + 1 : text.indexOf('?>', mark) + 2;
  return { ...document, start, text: text.slice(start, Math.max(start, end)) };
}

/** XMP has none (ISO 16684-1 §7.1), and with one there are readers that would fetch what it names. */
function withoutDoctype({ text }: XmlText, document: LabelledXml): LabelledXml {
  const prolog = text.slice(0, document.elements[0]?.span.start);
  if (/<!doctype/i.test(prolog)) throw new LabelWriteError('media_unreadable', 'The XMP has a document type');
  return document;
}

function readable(text: string, isLabel: LabelTest): LabelledXml {
  try {
    return findXmpLabels(text, WHAT, isLabel);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new LabelWriteError('media_unreadable', 'The XMP is not well-formed, or too large', { cause: error });
  }
}

/** Keeps the packet's size when its padding allows. */
function paddingEdits({ text }: XmlText, edits: readonly TextEdit[]): TextEdit[] {
  const growth = edits.reduce((sum, edit) => sum + edit.text.length - (edit.end - edit.start), 0);
  const end = text.lastIndexOf('<?xpacket');
  const mark = text.slice(end, end + 64);
  if (growth === 0 || end === -1 || !/^<\?xpacket\s{1,9}end\s{0,9}=\s{0,9}["']w["']/.test(mark)) return [];
  let start = end;
  while (start > 0 && ' \t\r\n'.includes(text.charAt(start - 1))) start -= 1;
  const room = end - start;
  // The first of the blanks is the line break after the document.
  if (room < Math.max(PADDING_CHARS, growth + 1)) return [];
  const from = start + 1;
  return growth > 0
    ? [{ start: from, end: from + growth, text: '' }]
    : [{ start: from, end: from, text: ' '.repeat(-growth) }];
}

/** An empty place, or one that was blanked. */
function isBlank(packet: Uint8Array): boolean {
  return packet.every((byte) => byte === 0 || byte === 0x20);
}

function newPacket(json: string): string {
  return `<?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="${RDF_URI}">
  <rdf:Description rdf:about="" xmlns:${TC260_PREFIX}="${TC260_URI}">
   <${TC260_PREFIX}:AIGC>${escapeXml(json)}</${TC260_PREFIX}:AIGC>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
}
