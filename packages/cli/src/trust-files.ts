import { readFileSync, statSync } from 'node:fs';
import { parseTrustList, TrustListError, type ParsedTrustList, type TrustListName } from '@revera/provenance';
import { safeText } from './render/safe-text.ts';
import { LIMITS } from './limits.ts';
import { UsageError } from './usage-error.ts';

export interface TrustListFile {
  text: string;
  parsed: ParsedTrustList;
  modifiedAt: Date;
}

/**
 * Reads a file as a trust list.
 * @throws {UsageError} when it cannot be read or is no list that can be used under this name
 */
export function readTrustListFile(path: string, name: TrustListName): TrustListFile {
  const { text, modifiedAt } = readText(path);
  try {
    return { text, parsed: parseTrustList(text, { name }), modifiedAt };
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
