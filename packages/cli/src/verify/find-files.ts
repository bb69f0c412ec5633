import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '../limits.ts';
import { isFileSystemError } from '../trust-files.ts';
import { UsageError } from '../usage-error.ts';

/** A file to verify, or a path that cannot be read. */
export type FoundFile =
  { kind: 'file'; path: string; origin: FileOrigin } | { kind: 'unreadable'; path: string; reason: string };

/** A named file must be examined; one found in a folder may be something else altogether. */
export type FileOrigin = 'named' | 'folder';

export interface FoundFiles {
  files: FoundFile[];
  /** False when exactly one file was named, and nothing else. */
  isSeveral: boolean;
}

/**
 * The files behind the arguments, in their order. Folders are walked in order of names, skipping hidden entries, links and
 * anything that is neither file nor folder.
 */
export function findFiles(paths: readonly string[]): FoundFiles {
  const files: FoundFile[] = [];
  let hasFolder = false;
  for (const path of paths) {
    const entry = classify(path);
    if (entry === 'folder') {
      hasFolder = true;
      walk(path, 0, files);
    } else if (entry === 'file') {
      files.push({ kind: 'file', path, origin: 'named' });
    } else {
      files.push({ kind: 'unreadable', path, reason: entry.reason });
    }
  }
  return { files, isSeveral: hasFolder || paths.length > 1 };
}

function classify(path: string): 'file' | 'folder' | { reason: string } {
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) return 'folder';
    return stat.isFile() ? 'file' : { reason: 'not a regular file' };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

function walk(folder: string, depth: number, files: FoundFile[]): void {
  if (depth > LIMITS.folderDepth) {
    files.push({ kind: 'unreadable', path: folder, reason: `deeper than ${LIMITS.folderDepth} folders` });
    return;
  }
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    files.push({ kind: 'unreadable', path: folder, reason: reasonOf(error) });
    return;
  }
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) walk(path, depth + 1, files);
    else if (entry.isFile()) files.push({ kind: 'file', path, origin: 'folder' });
    if (files.length > LIMITS.filesPerRun) throw new UsageError(`More than ${LIMITS.filesPerRun} files`);
  }
}

function reasonOf(error: unknown): string {
  if (!isFileSystemError(error)) throw error;
  return error.code === 'ENOENT' ? 'no such file' : error.code === 'EACCES' ? 'no permission' : error.code;
}
