import {
  type BaseBlock,
  BitString,
  Boolean as Asn1Boolean,
  Constructed,
  fromBER,
  GeneralizedTime,
  Integer,
  ObjectIdentifier,
  OctetString,
  Sequence,
  Set as Asn1Set,
} from 'asn1js';
import { DecodeError } from '../../bytes/decode-error.ts';
import { LIMITS } from '../../limits.ts';

/** One ASN.1 value that was read; the functions of this file say what it is. All fail with DecodeError. */
export type Der = BaseBlock;

/** The only value in `bytes`. Lengths are definite, as DER wants it (X.690 §10.1). */
export function readDer(bytes: Uint8Array, what: string): Der {
  const { offset, result } = decode(bytes, what);
  if (offset !== bytes.length || isIndefinite(result)) throw new DecodeError(what, 0);
  return result;
}

/** The members of a SEQUENCE. */
export function sequenceOf(block: Der | undefined, what: string): Der[] {
  if (!(block instanceof Sequence)) throw new DecodeError(what, 0);
  return block.valueBlock.value;
}

/** Whether `sequenceOf` would succeed. */
export function isSequence(block: Der | undefined): boolean {
  return block instanceof Sequence;
}

/** The members of a SET. */
export function setOf(block: Der | undefined, what: string): Der[] {
  if (!(block instanceof Asn1Set)) throw new DecodeError(what, 0);
  return block.valueBlock.value;
}

/** Whether the value has the context-specific tag `[number]`. */
export function hasTag(block: Der | undefined, number: number): block is Der {
  return block?.idBlock.tagClass === CONTEXT_CLASS && block.idBlock.tagNumber === number;
}

/** The members of the first value with the tag `[number]`; null when there is none. */
export function findTagged(blocks: readonly Der[], number: number, what: string): Der[] | null {
  const tagged = blocks.find((block) => hasTag(block, number));
  return tagged === undefined ? null : taggedOf(tagged, what);
}

/** The members of a constructed value with a context-specific tag. */
export function taggedOf(block: Der, what: string): Der[] {
  if (!(block instanceof Constructed)) throw new DecodeError(what, 0);
  return block.valueBlock.value;
}

/** Dotted form. */
export function oidOf(block: Der | undefined, what: string): string {
  if (!(block instanceof ObjectIdentifier)) throw new DecodeError(what, 0);
  return block.getValue();
}

/** An INTEGER or ENUMERATED of any length. */
export function integerOf(block: Der | undefined, what: string): bigint {
  if (!(block instanceof Integer)) throw new DecodeError(what, 0);
  return block.toBigInt();
}

/** Whether `integerOf` would succeed. */
export function isInteger(block: Der): boolean {
  return block instanceof Integer;
}

/** An OCTET STRING in one piece. */
export function octetsOf(block: Der | undefined, what: string): Uint8Array {
  if (!(block instanceof OctetString) || block.idBlock.isConstructed) throw new DecodeError(what, 0);
  return block.valueBlock.valueHexView;
}

/** A BIT STRING of whole bytes. */
export function bitsOf(block: Der | undefined, what: string): Uint8Array {
  const whole = block instanceof BitString && !block.idBlock.isConstructed && block.valueBlock.unusedBits === 0;
  if (!whole) throw new DecodeError(what, 0);
  return block.valueBlock.valueHexView;
}

/** A GeneralizedTime in UTC; fractions of a second are allowed, other time zones are not (RFC 3161 §2.4.2). */
export function timeOf(block: Der | undefined, what: string): Date {
  // The library reads local times in the machine's time zone, so the text is parsed here.
  const text = block instanceof GeneralizedTime ? Buffer.from(contentOf(block)).toString('latin1') : '';
  const iso = text.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/, '$1-$2-$3T$4:$5:$6$7Z');
  const time = new Date(iso);
  if (iso === text || Number.isNaN(time.getTime())) throw new DecodeError(what, 0);
  return time;
}

/**
 * Whether one of these extensions must not be ignored by a reader that does not know it (RFC 5280 §4.2); none is known here.
 * In DER the flag is present only when it is set.
 */
export function hasCriticalExtension(extensions: readonly Der[], what: string): boolean {
  return extensions.some((extension) => sequenceOf(extension, what).some((member) => member instanceof Asn1Boolean));
}

/** What follows the tag and the length. */
export function contentOf(block: Der): Uint8Array {
  return rawOf(block).subarray(block.idBlock.blockLength + block.lenBlock.blockLength);
}

/** The value with its tag and length, exactly as it was received. */
export function rawOf(block: Der): Uint8Array {
  return block.valueBeforeDecodeView;
}

const CONTEXT_CLASS = 3;

function decode(bytes: Uint8Array, what: string): { offset: number; result: Der } {
  try {
    const { offset, result } = fromBER(bytes, { maxDepth: LIMITS.asn1Depth });
    return { offset, result };
  } catch (cause) {
    throw new DecodeError(what, 0, { cause });
  }
}

function isIndefinite(block: Der): boolean {
  if (block.lenBlock.isIndefiniteForm) return true;
  return block instanceof Constructed && block.valueBlock.value.some(isIndefinite);
}
