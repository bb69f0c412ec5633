import { decodeItemText } from '../../media/text-decoding.ts';
import type { MediaSource } from '../../media/media-source.ts';
import type { PdfDocument } from '../../media/pdf/document.ts';
import type { PdfObject } from '../../media/pdf/object.ts';
import { openPdf } from '../../media/pdf/open-pdf.ts';
import type { PdfEntry } from '../../media/pdf/values.ts';
import { joinBytes } from './number-bytes.ts';
import { copyEntries, pdfUpdate, type NewObject } from './pdf-update.ts';
import { LabelWriteError, type LabelPlan, type LabelTest } from './writer.ts';
import { hasXmpLabel, removeXmpLabel } from './xmp-edit.ts';

const PATH = 'Info';
const KEY = 'AIGC';
/** Entries about how the data was stored, which changes. */
const STORAGE_ENTRIES = new Set(['Length', 'Filter', 'DecodeParms']);

/**
 * The label as the string `/AIGC` of the information dictionary (TC260-PG-20258A §6.3), in an incremental update after the
 * end of the file (ISO 32000-2 §7.5.6): signatures of earlier revisions remain valid for what they signed.
 */
export function writePdf(source: MediaSource, json: string, isLabel: LabelTest): LabelPlan {
  const document = openPdf(source);
  const { chain } = document.parts;
  if (document.encryption !== null) throw new LabelWriteError('media_unreadable', 'The PDF is encrypted');
  if (chain === null) throw damaged();
  const size = chain.size();
  const info = document.entry(document.trailer, 'Info');
  const body = infoBody(document, info, { json, isLabel });
  const { number, generation } = info.owner;
  // Without a dictionary of its own the file gets one under the next free number.
  const hasOwn = info.value.kind === 'dictionary' && number !== null;
  const infoObject = hasOwn ? { number, generation, body } : { number: size, generation: 0, body };
  const metadata = metadataWithoutLabel(document, isLabel);
  if (document.isRecovered) throw damaged();
  const splice = pdfUpdate(document.parts.source, chain.newest(), {
    info: infoObject,
    objects: metadata === null ? [infoObject] : [infoObject, metadata],
    size: hasOwn ? size : size + 1,
  });
  return { splices: [splice], location: PATH, isFallback: false };
}

interface NewLabel {
  json: string;
  isLabel: LabelTest;
}

/** The dictionary as it is, without any label, and the new one at its end. */
function infoBody(document: PdfDocument, info: PdfObject, { json, isLabel }: NewLabel): Uint8Array {
  const entries = info.value.kind === 'dictionary' ? info.value.entries : [];
  const kept = entries.filter((entry) => !isLabelEntry(document, info, entry, isLabel));
  return joinBytes('<<\n', ...copyEntries(info.owner.bytes, kept), `/${KEY} ${literal(json)}\n>>`);
}

function isLabelEntry(document: PdfDocument, info: PdfObject, entry: PdfEntry, isLabel: LabelTest): boolean {
  if (decodeItemText(Buffer.from(entry.name, 'latin1'), 'latin1').toLowerCase() === KEY.toLowerCase()) return true;
  const { value, owner } = document.resolve(entry.value, info);
  return value.kind === 'string' && isLabel(document.text(value, owner), 'pdf');
}

/** Printable ASCII is the same in every encoding that a text string may have. */
function literal(json: string): string {
  return `(${json.replaceAll(/[\\()]/g, (sign) => `\\${sign}`)})`;
}

/** The XMP packet once more without its label, so that the file holds one; null when there is none in it. */
function metadataWithoutLabel(document: PdfDocument, isLabel: LabelTest): NewObject | null {
  const metadata = document.entry(document.entry(document.trailer, 'Root'), 'Metadata');
  const packet = document.stream(metadata)?.bytes ?? null;
  const { value, owner } = metadata;
  if (packet === null || value.kind !== 'dictionary' || owner.number === null) return null;
  const edited = withoutLabel(packet, isLabel);
  if (edited === null) return null;
  const kept = value.entries.filter(({ name }) => !STORAGE_ENTRIES.has(name));
  const head = joinBytes('<<\n', ...copyEntries(owner.bytes, kept), `/Length ${edited.length}\n>>\nstream\n`);
  const body = joinBytes(head, edited, '\nendstream');
  return { number: owner.number, generation: owner.generation, body };
}

/** A packet that cannot be edited stays: reading the result will show whether it contains a second label. */
function withoutLabel(packet: Uint8Array, isLabel: LabelTest): Uint8Array | null {
  try {
    return hasXmpLabel(packet, isLabel) ? removeXmpLabel(packet, isLabel) : null;
  } catch (error) {
    if (error instanceof LabelWriteError) return null;
    throw error;
  }
}

function damaged(): LabelWriteError {
  return new LabelWriteError('media_unreadable', 'The cross-reference of the PDF is damaged');
}
