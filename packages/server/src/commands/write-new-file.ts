import { writeFile } from 'node:fs/promises';
import { errorCode } from '../platform/system-error.ts';
import { refused } from './command-result.ts';

/** Writes a new file; null when it is written, otherwise the reason why not. Nothing is ever overwritten. */
export async function writeNewFile(path: string, text: string, mode: number) {
  try {
    await writeFile(path, text, { mode, flag: 'wx' });
    return null;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return refused('FILE_EXISTS', `${path} exists already; nothing is overwritten.`);
    if (!(error instanceof Error) || errorCode(error) === undefined) throw error;
    return refused('CANNOT_WRITE', `${path} cannot be written (${String(errorCode(error))}).`);
  }
}
