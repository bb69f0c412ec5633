import { crc32 } from 'node:zlib';
import { DecodeError } from '../bytes/decode-error.ts';
import { bufferSource, type RandomAccess } from '../bytes/random-access.ts';
import type { Splice } from '../label/write/splice.ts';
import { decodeForEdit, editsToSplices, type XmlText } from '../label/write/xml-text.ts';
import { placeElements, type PlacedElement } from '../label/write/xml-positions.ts';
import { MediaSource } from '../media/media-source.ts';
import type { MediaType } from '../media/media-types.ts';
import type { MetadataItem } from '../media/metadata-item.ts';
import { readMetadata } from '../media/read-metadata.ts';
import type { XmlName } from '../media/xml.ts';
import { copyOf } from './copy-of.ts';
import { followed } from './segment-content.ts';

/** The address of a manifest elsewhere (C2PA 2.4 §11.4) stands where it cannot be taken out. */
export class RemoteManifestKeptError extends Error {
  constructor(options?: ErrorOptions) {
    super('the address of the remote manifest cannot be taken out', options);
    this.name = 'RemoteManifestKeptError';
  }
}

const TERMS = 'http://purl.org/dc/terms/';
const USUAL_PREFIX = 'dcterms';
const PROPERTY = 'provenance';
const WHAT = 'XMP packet';
const PNG_SIGNATURE_BYTES = 8;
const CRC_BYTES = 4;

/**
 * A copy of a file whose XMP no longer names a manifest that lies elsewhere. Blanks take the place of the property, so that
 * nothing moves.
 *
 * @throws {RemoteManifestKeptError} the XMP is compressed, in pieces or damaged
 */
export function withoutRemoteManifest(file: RandomAccess, mediaType: MediaType): RandomAccess {
  const packets = xmpOf(file, mediaType);
  const splices = packets.flatMap((item) => blanks(file, item));
  const copy = copyOf(file, splices);
  if (mediaType === 'image/png') for (const { offset } of splices) renewChecksum(copy, offset);
  const source = bufferSource(copy);
  if (xmpOf(source, mediaType).some(({ bytes }) => placesIn(decodeForEdit(bytes)).length > 0)) {
    throw new RemoteManifestKeptError();
  }
  return source;
}

function xmpOf(file: RandomAccess, mediaType: MediaType): MetadataItem[] {
  return readMetadata(file, mediaType).items.filter(({ kind }) => kind === 'xmp');
}

function blanks(file: RandomAccess, { bytes, offset, length }: MetadataItem): Splice[] {
  const document = decodeForEdit(bytes);
  const places = placesIn(document);
  if (places.length === 0) return [];
  const isPlain = Buffer.compare(Buffer.from(file.read(offset, length)), Buffer.from(bytes)) === 0;
  if (!isPlain) throw new RemoteManifestKeptError();
  return editsToSplices(
    document,
    places.map((place) => ({ ...place, text: blank(document, place) })),
    offset,
  );
}

interface Place {
  start: number;
  end: number;
}

/** As many bytes as stand there now. */
function blank({ text, coding }: XmlText, { start, end }: Place): string {
  const there = text.slice(start, end);
  return ' '.repeat(coding === 'utf-8' ? Buffer.byteLength(there) : there.length);
}

/** The property as an attribute or an element, wherever it stands. */
function placesIn(document: XmlText): Place[] {
  const start = Math.max(0, document.text.indexOf('<'));
  const end = document.text.lastIndexOf('>') + 1;
  if (!document.text.includes(PROPERTY)) return [];
  const places: Place[] = [];
  let inside = 0;
  for (const element of elementsOf(document.text.slice(start, end))) {
    // What is inside goes with it.
    if (element.span.start < inside) continue;
    if (isRemote(element)) {
      inside = element.span.end;
      places.push(element.span);
    } else places.push(...element.attributes.filter(isRemote).map(({ span }) => span));
  }
  return places.map((place) => ({ start: place.start + start, end: place.end + start }));
}

function elementsOf(text: string): PlacedElement[] {
  try {
    return placeElements(text, () => false, WHAT);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new RemoteManifestKeptError({ cause: error });
  }
}

/** The engine goes by the usual prefix, whatever it stands for. */
function isRemote({ uri, prefix, local }: XmlName): boolean {
  return local === PROPERTY && (uri === TERMS || prefix === USUAL_PREFIX);
}

/** Of the chunk that a changed byte stands in. */
function renewChecksum(png: Uint8Array, offset: number): void {
  const source = MediaSource.of(bufferSource(png));
  followed(() => {
    for (let at = PNG_SIGNATURE_BYTES; ;) {
      source.step('PNG chunk', at);
      const data = at + 8;
      const end = data + source.cursor(at, 4, 'PNG chunk').u32('PNG chunk length');
      if (offset < end) {
        const sum = crc32(png.subarray(at + 4, end));
        new DataView(png.buffer, png.byteOffset).setUint32(end, sum);
        return;
      }
      at = end + CRC_BYTES;
    }
  });
}
