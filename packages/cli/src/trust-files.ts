import { readFileSync, statSync } from 'node:fs';
import {
  parseConformingProducts,
  parseTrustList,
  TrustListError,
  type ConformingProduct,
  type KeptListName,
  type ParsedTrustList,
  type TrustListName,
} from '@revera/provenance';
import { safeText } from './render/safe-text.ts';
import { LIMITS } from './limits.ts';
import { UsageError } from './usage-error.ts';

export interface ListFile<Parsed> {
  text: string;
  parsed: Parsed;
  modifiedAt: Date;
}

/**
 * Reads a file as a trust list.
 * @throws {UsageError} when it cannot be read or is not a usable list of this name
 */
export function readTrustListFile(path: string, name: TrustListName): ListFile<ParsedTrustList> {
  return readListFile(path, name, (text) => parseTrustList(text, { name }));
}

/**
 * Reads a file as the list of conforming products.
 * @throws {UsageError} when it cannot be read or is not such a list
 */
export function readProductListFile(path: string): ListFile<ConformingProduct[]> {
  return readListFile(path, 'c2pa_products', parseConformingProducts);
}

function readListFile<Parsed>(path: string, name: KeptListName, parse: (text: string) => Parsed): ListFile<Parsed> {
  const { text, modifiedAt } = readText(path);
  try {
    return { text, parsed: parse(text), modifiedAt };
  } catch (error) {
    if (!(error instanceof TrustListError)) throw error;
    throw new UsageError(`${safeText(path)} cannot be used as the list ${name}: ${error.message}`, { cause: error });
  }
}

function readText(path: string): { text: string; modifiedAt: Date } {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) throw new UsageError(`${safeText(path)} is not a file`);
    if (stat.size > LIMITS.trustListBytes) {
      throw new UsageError(`${safeText(path)} is too large for a trust list (${LIMITS.trustListBytes} bytes)`);
    }
    return { text: readFileSync(path, 'utf8'), modifiedAt: stat.mtime };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (!isFileSystemError(error)) throw error;
    throw new UsageError(`${safeText(path)} cannot be read (${error.code})`, { cause: error });
  }
}

export function isFileSystemError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && 'syscall' in error && typeof error.code === 'string';
}
