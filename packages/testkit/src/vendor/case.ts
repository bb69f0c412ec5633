import type { Bytes } from '../bytes.ts';

/** Values of `metadata.status`; the engine's words, repeated here so that table and reader check one another. */
export type VendorStatus =
  'ai_generated' | 'ai_edited' | 'captured' | 'software' | 'conflicting' | 'unattributed' | 'not_found' | 'unreadable';

/** What the metadata of one file amount to, without a credential. */
export interface VendorExpectation {
  vendor: string | null;
  model: string | null;
  status: VendorStatus;
  /** Never false: nothing here is signed by a trusted signer. */
  aiGenerated: true | null;
}

/** A file as its maker leaves it, made on demand. */
export interface VendorFile {
  /** What its bytes say; `application/octet-stream`: a type that is not known. */
  mediaType: string;
  /** Extension of its name, without the dot. It may be wrong. */
  extension: string;
  build(): Bytes;
}

/** One row: a file, the expected result, and why. */
export interface VendorCase extends VendorFile {
  /** Row of the list of cases (`B10`), with a word after it where the row has several files. */
  id: string;
  reason: string;
  expected: VendorExpectation;
}

/** A row whose file is real and not ours to publish. */
export interface VendorRealFile {
  id: string;
  reason: string;
  /** Below the folder of real files. */
  path: string;
  expected: VendorExpectation;
}

export const NOT_FOUND: VendorExpectation = expectation('not_found', null, null, null);
export const UNATTRIBUTED: VendorExpectation = expectation('unattributed', null, null, null);
export const UNREADABLE: VendorExpectation = expectation('unreadable', null, null, null);

export function row(id: string, reason: string, file: VendorFile, expected: VendorExpectation): VendorCase {
  return { id, reason, ...file, expected };
}

export function generated(vendor: string | null, model: string | null = null): VendorExpectation {
  return expectation('ai_generated', vendor, model, true);
}

export function edited(vendor: string | null, model: string | null = null): VendorExpectation {
  return expectation('ai_edited', vendor, model, true);
}

export function captured(vendor: string, model: string | null = null): VendorExpectation {
  return expectation('captured', vendor, model, null);
}

export function software(vendor: string, model: string | null = null): VendorExpectation {
  return expectation('software', vendor, model, null);
}

export function conflicting(vendor: string, model: string | null = null): VendorExpectation {
  return expectation('conflicting', vendor, model, true);
}

function expectation(
  status: VendorStatus,
  vendor: string | null,
  model: string | null,
  aiGenerated: true | null,
): VendorExpectation {
  return { vendor, model, status, aiGenerated };
}
