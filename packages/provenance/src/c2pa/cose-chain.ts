import { DecodeError } from '../bytes/decode-error.ts';
import { LIMITS } from '../limits.ts';
import { decodeCoseSign1, type CoseSign1 } from './cose-sign1.ts';

/** `x5chain` has the number 33 (RFC 9360 §2); files of C2PA 1.x carry it under its name. */
const CHAIN_LABELS = [33, 'x5chain'] as const;

/**
 * The certificate chain of a claim signature (COSE_Sign1, tagged or not): DER, leaf first.
 *
 * It belongs in the protected header; files of C2PA 1.x have it unprotected. Chains in several places must be the same (C2PA
 * 2.x §14.6: two credentials are a failure). Fails with DecodeError, also when there is no chain.
 */
export function decodeCoseChain(signature: Uint8Array): Uint8Array[] {
  return chainOf(decodeCoseSign1(signature));
}

/** The same for a signature that is already decoded. */
export function chainOf({ protectedHeader, unprotectedHeader }: CoseSign1): Uint8Array[] {
  const chains = [...chainsOf(protectedHeader), ...chainsOf(unprotectedHeader)];
  const [chain] = chains;
  if (chain === undefined) throw new DecodeError('claim signature without certificate chain', 0);
  if (!chains.every((other) => isSameChain(chain, other))) throw new DecodeError('two certificate chains', 0);
  return chain;
}

function chainsOf(header: ReadonlyMap<unknown, unknown>): Uint8Array[][] {
  return CHAIN_LABELS.flatMap((label) => (header.has(label) ? [decodeChain(header.get(label))] : []));
}

/** One certificate is a byte string, several are an array of them. */
function decodeChain(value: unknown): Uint8Array[] {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  if (items.length === 0) throw new DecodeError('certificate chain is empty', 0);
  if (items.length > LIMITS.chainCertificates) throw new DecodeError('certificate chain too long', 0);
  return items.map((item) => {
    if (!(item instanceof Uint8Array)) throw new DecodeError('certificate is not a byte string', 0);
    if (item.length > LIMITS.certificateBytes) throw new DecodeError('certificate too large', 0);
    return item;
  });
}

function isSameChain(one: Uint8Array[], other: Uint8Array[]): boolean {
  return (
    one.length === other.length &&
    one.every((bytes, index) => Buffer.compare(bytes, other[index] ?? new Uint8Array()) === 0)
  );
}
