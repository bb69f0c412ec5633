import { DecodeError } from '../../bytes/decode-error.ts';
import { LimitError } from '../../bytes/limit-error.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../media-source.ts';
import { openEncryption, type Locked, type PdfDecryption } from './decryption.ts';
import { decodeFilters } from './filters.ts';
import { unpackObject, type PackedObjects } from './object-stream.ts';
import { readIndirectObject, type PdfObject, type PdfOwner } from './object.ts';
import type { PdfRecovery } from './recover.ts';
import { readStreamData } from './stream-data.ts';
import { entryOf, PDF_NULL, wholeNumber, type PdfDictionary, type PdfString, type PdfValue } from './values.ts';
import type { XrefChain } from './xref.ts';

export interface PdfParts {
  source: MediaSource;
  trailer: PdfDictionary;
  trailerBytes: Uint8Array;
  trailerStart: number;
  /** Null when it is damaged from its newest section on. */
  chain: XrefChain | null;
  recovery: PdfRecovery;
}

export interface PdfStream {
  /** Null for a filter that is not read here. */
  bytes: Uint8Array | null;
  offset: number;
  length: number;
  intact: boolean;
}

/** A PDF file whose objects are read one by one on request. */
export class PdfDocument {
  readonly parts: PdfParts;
  readonly #objects = new Map<number, PdfObject | null>();
  readonly #loading = new Set<number>();
  readonly #packed = new Map<number, PackedObjects>();
  #encryption: PdfDecryption | Locked | null = null;
  #isRecovered = false;

  constructor(parts: PdfParts) {
    this.parts = parts;
    this.#isRecovered = parts.chain === null;
  }

  /** True when something had to be searched for, because the cross-reference is wrong. */
  get isRecovered(): boolean {
    return this.#isRecovered || (this.parts.chain?.damage ?? null) !== null;
  }

  get encryption(): PdfDecryption | Locked | null {
    return this.#encryption;
  }

  get trailer(): PdfObject {
    const { trailer, trailerBytes, trailerStart } = this.parts;
    const owner: PdfOwner = { bytes: trailerBytes, start: trailerStart, number: null, generation: 0, packed: null };
    return { value: trailer, owner, streamStart: null };
  }

  /** Reads the encryption dictionary, whose own strings are never encrypted. */
  unlock(): void {
    const found = this.resolve(entryOf(this.parts.trailer, 'Encrypt'), this.trailer);
    if (found.value.kind !== 'dictionary') {
      const isSaid = entryOf(this.parts.trailer, 'Encrypt').kind !== 'null';
      this.#encryption = isSaid ? { reason: 'PDF encryption of an unknown kind', encryptsMetadata: true } : null;
      return;
    }
    const ids = this.resolve(entryOf(this.parts.trailer, 'ID'), this.trailer).value;
    const id = ids.kind === 'array' ? ids.items[0] : undefined;
    const fileId = id?.kind === 'string' ? id.bytes : new Uint8Array(0);
    this.#encryption = openEncryption(found.value, fileId, (value) => this.resolve(value, found).value);
    // What was read on the way here was read without a key.
    this.#objects.clear();
    this.#packed.clear();
  }

  /** The value itself, or what the reference leads to; null values when that is not there. */
  resolve(value: PdfValue, from: PdfObject): PdfObject {
    let object: PdfObject = { value, owner: from.owner, streamStart: null };
    for (let hops = 0; object.value.kind === 'reference'; hops += 1) {
      if (hops > LIMITS.mediaDepth) throw new LimitError('PDF references', this.parts.source.fileOffset(0));
      const found = this.#load(object.value.number);
      if (found === null) return { value: PDF_NULL, owner: from.owner, streamStart: null };
      object = found;
    }
    return object;
  }

  /** The entry of a dictionary, references resolved. */
  entry(object: PdfObject, name: string): PdfObject {
    const value = object.value.kind === 'dictionary' ? entryOf(object.value, name) : PDF_NULL;
    return this.resolve(value, object);
  }

  /** The decrypted bytes of a string. */
  text(string: PdfString, { number, generation, packed }: PdfOwner): Uint8Array {
    const encryption = this.#encryption;
    if (encryption === null || number === null || packed !== null) return string.bytes;
    if ('reason' in encryption) throw new DecodeError(encryption.reason, this.parts.source.fileOffset(0));
    return encryption.string(string.bytes, number, generation);
  }

  /** The place of a string in the file; for one in an object stream, the place of that stream's data. */
  place(string: PdfString, { start, packed }: PdfOwner): { offset: number; length: number } {
    if (packed !== null) return { offset: this.parts.source.fileOffset(packed.offset), length: packed.length };
    return { offset: this.parts.source.fileOffset(start + string.start), length: string.end - string.start };
  }

  /** The data of a stream, decrypted unless it `isPlain`, and without its filters. Null when the object is not a stream. */
  stream(object: PdfObject, { isPlain = false } = {}): PdfStream | null {
    const { value, owner, streamStart } = object;
    if (value.kind !== 'dictionary' || streamStart === null) return null;
    const { source } = this.parts;
    const declared = wholeNumber(this.entry(object, 'Length').value);
    const { bytes, intact } = readStreamData(source, streamStart, declared);
    const data = isPlain ? bytes : this.#decrypted(bytes, owner);
    const resolve = (inner: PdfValue): PdfValue => this.resolve(inner, object).value;
    const decoded = decodeFilters(source, value, { data, offset: streamStart, resolve });
    return { bytes: decoded, offset: source.fileOffset(streamStart), length: bytes.length, intact };
  }

  #decrypted(bytes: Uint8Array, { number, generation }: PdfOwner): Uint8Array {
    const encryption = this.#encryption;
    if (encryption === null || number === null) return bytes;
    if ('reason' in encryption) throw new DecodeError(encryption.reason, this.parts.source.fileOffset(0));
    return encryption.stream(bytes, number, generation);
  }

  #load(number: number): PdfObject | null {
    const known = this.#objects.get(number);
    if (known !== undefined) return known;
    const { source } = this.parts;
    source.step('PDF object', 0);
    // An object stream that holds its own length, and other circles.
    if (this.#loading.has(number)) throw new DecodeError('PDF object: defined by itself', source.fileOffset(0));
    if (this.#loading.size > LIMITS.mediaDepth) throw new LimitError('PDF objects', source.fileOffset(0));
    this.#loading.add(number);
    try {
      const object = this.#read(number);
      this.#objects.set(number, object);
      return object;
    } finally {
      this.#loading.delete(number);
    }
  }

  #read(number: number): PdfObject | null {
    const { source, chain } = this.parts;
    const entry = chain?.find(number) ?? null;
    if (entry?.kind === 'free') return null;
    if (entry?.kind === 'packed') return unpackObject(source, this.#packedObjects(entry.stream), number);
    if (entry !== null) {
      const object = readAt(source, entry.offset, number);
      if (object !== null) return object;
    } else if (chain !== null && chain.damage === null) {
      return null;
    }
    this.#isRecovered = true;
    const found = this.parts.recovery.find(number);
    return found === null ? null : readAt(source, found, number);
  }

  #packedObjects(number: number): PackedObjects {
    const known = this.#packed.get(number);
    if (known !== undefined) return known;
    const container = this.#load(number);
    const stream = container === null ? null : this.stream(container);
    if (container?.value.kind !== 'dictionary' || stream === null || stream.bytes === null) {
      throw new DecodeError('PDF object stream', this.parts.source.fileOffset(0));
    }
    const offset = container.streamStart ?? 0;
    const packed = { dictionary: container.value, data: stream.bytes, offset, length: stream.length };
    this.#packed.set(number, packed);
    return packed;
  }
}

/** Null when there is another object, or none. */
function readAt(source: MediaSource, offset: number, number: number): PdfObject | null {
  try {
    const object = readIndirectObject(source, offset);
    return object.owner.number === number ? object : null;
  } catch (error) {
    if (error instanceof DecodeError && !(error instanceof LimitError)) return null;
    throw error;
  }
}
