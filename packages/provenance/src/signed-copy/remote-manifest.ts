import { crc32 } from 'node:zlib';
import { DecodeError } from '../bytes/decode-error.ts';
import { bufferSource, type RandomAccess } from '../bytes/random-access.ts';
import type { Splice } from '../label/write/splice.ts';
import { decodeForEdit, editsToSplices, type XmlText } from '../label/write/xml-text.ts';
import { placeElements, type PlacedElement } from '../label/write/xml-positions.ts';
import { LIMITS } from '../limits.ts';
import { MediaSource } from '../media/media-source.ts';
import type { MediaType } from '../media/media-types.ts';
import type { MetadataItem } from '../media/metadata-item.ts';
import { pngChunks } from '../media/png-chunks.ts';
import { readMetadata } from '../media/read-metadata.ts';
import type { XmlName } from '../media/xml.ts';
import { copyOf } from './copy-of.ts';
import { followed } from './segment-content.ts';

/** The address of a remote manifest is in a place from which it cannot be removed. */
export class RemoteManifestKeptError extends Error {
  constructor() {
    super('the address of the remote manifest cannot be taken out');
    this.name = 'RemoteManifestKeptError';
  }
}

const TERMS = 'http://purl.org/dc/terms/';
const USUAL_PREFIX = 'dcterms';
const PROPERTY = 'provenance';
/** `self#jumbf=…` names a credential in the file itself. */
const ADDRESS = /^\s*https?:/i;
const WHAT = 'XMP packet';

/** A file whose XMP no longer names a remote manifest, and the address that it named. */
export interface WithoutAddress {
  file: RandomAccess;
  address: string;
}

/** The first address of a remote manifest in a file's XMP; null when none of its packets names one. */
export function findRemoteManifest(file: RandomAccess, mediaType: MediaType): string | null {
  return xmpOf(file, mediaType).flatMap(({ bytes }) => declarationsIn(decodeForEdit(bytes)))[0]?.address ?? null;
}

/**
 * The same file without the address, or null when there is none. Blanks replace the property, so that nothing moves.
 *
 * @throws {RemoteManifestKeptError} the XMP is compressed, in pieces or damaged
 */
export function withoutRemoteManifest(file: RandomAccess, mediaType: MediaType): WithoutAddress | null {
  const address = findRemoteManifest(file, mediaType);
  if (address === null) return null;
  const splices = xmpOf(file, mediaType).flatMap((item) => blanks(file, item));
  const copy = copyOf(file, splices);
  if (mediaType === 'image/png') for (const { offset } of splices) renewChecksum(copy, offset);
  const source = bufferSource(copy);
  if (findRemoteManifest(source, mediaType) !== null) throw new RemoteManifestKeptError();
  return { file: source, address };
}

function xmpOf(file: RandomAccess, mediaType: MediaType): MetadataItem[] {
  return readMetadata(file, mediaType).items.filter(({ kind }) => kind === 'xmp');
}

function blanks(file: RandomAccess, { bytes, offset, length }: MetadataItem): Splice[] {
  const document = decodeForEdit(bytes);
  const places = declarationsIn(document).map(({ place }) => place);
  if (places.length === 0) return [];
  const isPlain = Buffer.compare(Buffer.from(file.read(offset, length)), Buffer.from(bytes)) === 0;
  if (!isPlain || places.includes(null)) throw new RemoteManifestKeptError();
  const edits = places.flatMap((place) => (place === null ? [] : [{ ...place, text: blank(document, place) }]));
  return editsToSplices(document, edits, offset);
}

interface Place {
  start: number;
  end: number;
}

interface Declaration {
  address: string;
  /** Null when the document cannot be edited. */
  place: Place | null;
}

/** As many bytes as are there now. */
function blank({ text, coding }: XmlText, { start, end }: Place): string {
  const there = text.slice(start, end);
  return ' '.repeat(coding === 'utf-8' ? Buffer.byteLength(there) : there.length);
}

/** The property as an attribute or an element, anywhere in the document, when it names an address. */
function declarationsIn({ text }: XmlText): Declaration[] {
  if (!text.includes(PROPERTY)) return [];
  const start = Math.max(0, text.indexOf('<'));
  const elements = elementsOf(text.slice(start, text.lastIndexOf('>') + 1));
  if (elements === null) return text.includes(`${USUAL_PREFIX}:${PROPERTY}`) ? [{ address: '', place: null }] : [];
  const found: { value: string; place: Place }[] = [];
  let inside = 0;
  for (const element of elements) {
    // Its content goes with it.
    if (element.span.start < inside) continue;
    if (isRemote(element)) {
      inside = element.span.end;
      const resource = element.attributes.find(({ local }) => local === 'resource')?.value ?? '';
      found.push({ value: element.text.trim() === '' ? resource : element.text, place: element.span });
    } else found.push(...element.attributes.filter(isRemote).map(({ value, span }) => ({ value, place: span })));
  }
  return found
    .filter(({ value }) => ADDRESS.test(value))
    .map(({ value, place }) => ({
      address: value.trim().slice(0, LIMITS.factTextChars),
      place: { start: place.start + start, end: place.end + start },
    }));
}

/** Null when it is not well-formed or cannot be edited. */
function elementsOf(text: string): PlacedElement[] | null {
  try {
    return placeElements(text, isRemote, WHAT);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return null;
  }
}

/** The engine looks for the usual prefix, no matter what namespace it is bound to. */
function isRemote({ uri, prefix, local }: XmlName): boolean {
  return local === PROPERTY && (uri === TERMS || prefix === USUAL_PREFIX);
}

/** The checksum of the chunk with a changed byte. */
function renewChecksum(png: Uint8Array, offset: number): void {
  const source = MediaSource.of(bufferSource(png));
  followed(() => {
    for (const { start, data, length } of pngChunks(source)) {
      const end = data + length;
      if (offset >= end) continue;
      const sum = crc32(png.subarray(start + 4, end));
      new DataView(png.buffer, png.byteOffset).setUint32(end, sum);
      return;
    }
  });
}
