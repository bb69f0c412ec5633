import { LIMITS } from '../limits.ts';
import type { LabelFields, ReservedCodeFacts } from './facts.ts';
import { PINNED_KEYS, type PinnedKey } from './pinned-keys.ts';
import { decodeSecurityData, type SecurityData, type SecuritySignature } from './security-json.ts';
import type { Point } from './sm2-curve.ts';
import { decodePublicKey, decodeSignature, type Decoded } from './sm2-encoding.ts';
import { sm3, verifySm2 } from './sm2.ts';

/** How many signature checks the file may still cost; every check takes one. */
export interface SignatureBudget {
  signatures: number;
}

export interface ReservedCodeContext {
  /** Whole values of the same label. */
  fields: LabelFields;
  which: 'ReservedCode1' | 'ReservedCode2';
  budget: SignatureBudget;
  /** Instead of our own table. */
  pinnedKeys?: readonly PinnedKey[];
}

export const NO_RESERVED_CODE: ReservedCodeFacts = {
  content: 'absent',
  signature: 'none',
  algorithm: null,
  signer: null,
};

const SM2_WITH_SM3 = '1.2.156.10197.1.501';
const ALGORITHM_NAMES = new Map([
  [SM2_WITH_SM3, 'SM2 with SM3'],
  ['1.2.840.113549.1.1.11', 'RSA with SHA-256'],
  ['sm3', 'SM3'],
]);
/** The words by which writers say that the label was signed; the second is a misspelling used in products. */
const LABEL_TARGETS = new Set(['md', 'labelmatadata', 'labelmetadata']);

type Signature = Pick<ReservedCodeFacts, 'signature' | 'signer'>;
const UNSUPPORTED: Signature = { signature: 'unsupported', signer: null };
const FAILED: Signature = { signature: 'failed', signer: null };

/** What ReservedCode1 or 2 holds and, when it is a signature that we know, whether it verifies. */
export function readReservedCode(value: string | null, context: ReservedCodeContext): ReservedCodeFacts {
  if (value === null) return NO_RESERVED_CODE;
  if (value.trim() === '') return { ...NO_RESERVED_CODE, content: 'empty' };
  const data = decodeSecurityData(value);
  if (data === null) return { ...NO_RESERVED_CODE, content: 'opaque' };
  const { signatures } = data;
  const item = signatures.find(isLabelSignature) ?? signatures[0];
  const algorithm = item === undefined ? data.algorithm : item.algorithm;
  const outcome = item === undefined ? withoutSignature(data) : checkSignature(item, data, context);
  return { content: 'security_data', ...outcome, algorithm: algorithmName(algorithm) };
}

function isLabelSignature({ algorithm, target }: SecuritySignature): boolean {
  return algorithm === SM2_WITH_SM3 && LABEL_TARGETS.has(target);
}

/** A structure that names an algorithm holds something to check in a form that we do not know. */
function withoutSignature({ algorithm, isKnownForm }: SecurityData): Signature {
  return algorithm === null && isKnownForm ? { signature: 'none', signer: null } : UNSUPPORTED;
}

function algorithmName(algorithm: string | null): string | null {
  if (algorithm === null || algorithm === '') return null;
  return ALGORITHM_NAMES.get(algorithm) ?? algorithm.slice(0, LIMITS.labelFindingChars);
}

function checkSignature(item: SecuritySignature, data: SecurityData, context: ReservedCodeContext): Signature {
  // What ReservedCode2 signs is not published, and real ones match no message that could be derived from the label: a failed
  // verification here would say nothing about the label.
  if (context.which === 'ReservedCode2' || !isLabelSignature(item)) return UNSUPPORTED;
  const pinnedKeys = context.pinnedKeys ?? PINNED_KEYS;
  const key = keyOf(item, data, pinnedKeys, context.fields.ContentProducer);
  const signature = decodeSignature(item.value);
  if (key === 'unknown' || signature === 'unknown') return UNSUPPORTED;
  if (key === 'invalid' || signature === 'invalid') return FAILED;
  const message = signedMessage(context.fields);
  // MiniMax signs the message, StepFun its hash.
  for (const signed of [message, sm3(message)]) {
    if (signed === null || context.budget.signatures < 1) return UNSUPPORTED;
    context.budget.signatures -= 1;
    const isRight = verifySm2(signed, key, signature);
    if (isRight === null) return UNSUPPORTED;
    if (isRight) return verified(key, pinnedKeys);
  }
  // A structure of another type or version may sign something else.
  return data.isKnownForm ? FAILED : UNSUPPORTED;
}

/** The key that the label brings; without one, the pinned key of the producer that it names. */
function keyOf(
  { keyId }: SecuritySignature,
  { keys }: SecurityData,
  pinnedKeys: readonly PinnedKey[],
  producer: string | null,
): Decoded<Point> {
  const brought = keys.find(({ id }) => id !== '' && id === keyId) ?? keys[0];
  if (brought !== undefined) return decodePublicKey(brought.value);
  return pinnedKeys.find(({ producers }) => producers.includes(producer ?? ''))?.point ?? 'unknown';
}

/** A key that comes with the label shows only that nothing was changed since: anyone can make one. */
function verified(key: Point, pinnedKeys: readonly PinnedKey[]): Signature {
  const pinned = pinnedKeys.find(({ point }) => point.x === key.x && point.y === key.y);
  if (pinned === undefined) return { signature: 'verified_embedded', signer: null };
  return { signature: 'verified_pinned', signer: pinned.signer };
}

/** TC260-PG-202511A, appendix A.1: three members as in compact JSON, without the braces. */
function signedMessage({ Label: label, ContentProducer: producer, ProduceID: id }: LabelFields): Uint8Array {
  const members = { Label: label ?? '', ContentProducer: producer ?? '', ProduceID: id ?? '' };
  return Buffer.from(JSON.stringify(members).slice(1, -1));
}
