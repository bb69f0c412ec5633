import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const EXTENSION = /\.(jpe?g|png|webp|avif|tiff?)$/i;
/** Larger files are left out, so that one of them cannot stop a run. */
const MOST_BYTES = 100 * 1024 * 1024;

export interface Original {
  path: string;
  /** Of the content: it names the source, seeds its random numbers and decides its place in a split. */
  sha256: string;
  /** The blocks that its codec works in, in pixels. */
  codecGrid: 8 | 16;
}

/**
 * The images of a folder and its folders, each content once, in an order that depends on their content alone, so that the first
 * `most` are a fair sample.
 */
export function listOriginals(folder: string, most: number): Original[] {
  const found = new Map<string, Original>();
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, entry);
    if (!EXTENSION.test(path)) continue;
    const { size } = statSync(path);
    if (size > MOST_BYTES) continue;
    const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
    if (!found.has(sha256)) found.set(sha256, { path, sha256, codecGrid: /\.(webp|avif)$/i.test(path) ? 16 : 8 });
  }
  return [...found.values()].toSorted((one, other) => (one.sha256 < other.sha256 ? -1 : 1)).slice(0, most);
}

/** Random numbers of a source are the same in every run. */
export function seedOf({ sha256 }: Original): number {
  return Number.parseInt(sha256.slice(0, 8), 16);
}
