import type { MetadataField } from '../metadata-item.ts';
import type { MediaSource } from '../media-source.ts';
import type { MetadataSink } from '../metadata-sink.ts';
import { decodeItemText } from '../text-decoding.ts';
import type { PdfDocument } from './document.ts';
import type { PdfObject } from './object.ts';
import { openPdf } from './open-pdf.ts';
import type { PdfEntry } from './values.ts';

/** The entries of a PDF's information dictionary and the XMP packet of its catalog, in the newest revision. */
export function readPdf(source: MediaSource, sink: MetadataSink): void {
  sink.attempt(() => {
    const document = openPdf(source);
    const { encryption } = document;
    const isLocked = encryption !== null && 'reason' in encryption;
    if (isLocked) sink.problem('encrypted', encryption.reason, source.fileOffset(0));
    else sink.attempt(() => readInfo(document, sink));
    // The packet of an encrypted file may be left readable, so that archives find the file.
    if (!isLocked || !encryption.encryptsMetadata) sink.attempt(() => readMetadata(document, sink));
    if (document.isRecovered) sink.problem('damaged', 'PDF cross-reference', source.fileOffset(0));
  });
}

function readInfo(document: PdfDocument, sink: MetadataSink): void {
  const info = document.entry(document.trailer, 'Info');
  if (info.value.kind !== 'dictionary') return;
  for (const entry of info.value.entries) sink.attempt(() => readInfoEntry(document, sink, info, entry));
}

function readInfoEntry(document: PdfDocument, sink: MetadataSink, info: PdfObject, entry: PdfEntry): void {
  const { value, owner, streamStart } = document.resolve(entry.value, info);
  if (value.kind !== 'string' && value.kind !== 'dictionary') return;
  const key = nameText(entry.name);
  if (value.kind === 'string') {
    const place = document.place(value, owner);
    sink.add({ kind: 'entry', path: 'Info', key, ...place, bytes: document.text(value, owner), encoding: 'pdf' });
  } else if (key.toLowerCase() === 'aigc') {
    const object = { value, owner, streamStart };
    const fields = value.entries.flatMap((field) => readField(document, object, field));
    const offset = document.parts.source.fileOffset(owner.packed?.offset ?? owner.start);
    const length = owner.packed?.length ?? (value.entries.at(-1)?.end ?? 0) + 2;
    sink.add({ kind: 'fields', path: 'Info', key, offset, length, bytes: new Uint8Array(0), fields });
  }
}

/** One member of a dictionary; a member that is null is not there (ISO 32000-2 §7.3.7). */
function readField(document: PdfDocument, dictionary: PdfObject, entry: PdfEntry): MetadataField[] {
  const { value, owner } = document.resolve(entry.value, dictionary);
  const name = nameText(entry.name);
  switch (value.kind) {
    case 'string':
      return [{ name, text: decodeItemText(document.text(value, owner), 'pdf'), isText: true }];
    case 'number':
    case 'boolean':
      return [{ name, text: String(value.value), isText: false }];
    case 'name':
      return [{ name, text: nameText(value.name), isText: false }];
    case 'null':
      return [];
    default:
      return [{ name, text: '', isText: false }];
  }
}

function readMetadata(document: PdfDocument, sink: MetadataSink): void {
  const { encryption } = document;
  const metadata = document.entry(document.entry(document.trailer, 'Root'), 'Metadata');
  const stream = document.stream(metadata, { isPlain: encryption !== null && !encryption.encryptsMetadata });
  if (stream === null) return;
  const { bytes, offset, length, intact } = stream;
  if (bytes === null) sink.problem('unsupported', 'PDF metadata filter', offset);
  else sink.add({ kind: 'xmp', path: 'Metadata', offset, length, bytes, intact });
}

/** Names are UTF-8 by recommendation (ISO 32000-2 §7.3.5). */
function nameText(name: string): string {
  return decodeItemText(Buffer.from(name, 'latin1'), 'latin1');
}
