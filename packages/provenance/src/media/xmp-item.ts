import { DecodeError } from '../bytes/decode-error.ts';
import { LimitError } from '../bytes/limit-error.ts';
import type { MediaProblem, MetadataItem } from './metadata-item.ts';
import type { XmlName } from './xml.ts';
import { readXmpProperties, type XmpProperty } from './xmp.ts';

/** What a packet held, as far as it could be read; `failure` is what ended the reading before its end. */
export interface XmpReading {
  properties: XmpProperty[];
  failure: DecodeError | null;
}

/** By the bytes of an item: labels and makers are looked for in the same packets, and reading one is the dearest step. */
const READINGS = new WeakMap<Uint8Array, XmpReading>();

/** The properties of an item of kind `xmp`, read only once. Labels outside of RDF count too. */
export function readXmpItem({ bytes, offset }: Pick<MetadataItem, 'bytes' | 'offset'>): XmpReading {
  const known = READINGS.get(bytes);
  if (known !== undefined) return known;
  const reading: XmpReading = { properties: [], failure: null };
  try {
    const alsoElements = ({ local }: XmlName): boolean => /^aigc$/i.test(local);
    readXmpProperties(bytes, { what: 'XMP', offset }, { found: reading.properties, alsoElements });
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    reading.failure = error;
  }
  READINGS.set(bytes, reading);
  return reading;
}

/** The failure of a packet as a problem of the file. */
export function problemOf(failure: DecodeError): MediaProblem {
  const kind = failure instanceof LimitError ? 'limit' : 'damaged';
  return { kind, what: failure.what, offset: failure.offset };
}
