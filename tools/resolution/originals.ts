import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { decodePicture, type Picture } from '@revera/testkit/pixels';

const EXTENSION = /\.(jpe?g|png|webp|avif|tiff?)$/i;
/** Larger files are left out, so that one of them cannot stop a run. */
const MOST_BYTES = 100 * 1024 * 1024;

/** What is wrong with a folder or an option, said to whoever typed it. */
export class UsageError extends Error {}

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
 *
 * @throws {UsageError} when there is no such folder, when it has no image, or when `most` is no number of images
 */
export function listOriginals(folder: string, most: number): Original[] {
  if (!Number.isInteger(most) || most < 1) throw new UsageError('--most is a number of images, 1 or more');
  if (!(statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false)) {
    throw new UsageError(`${folder} is no folder`);
  }
  const found = new Map<string, Original>();
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, entry);
    if (!EXTENSION.test(path)) continue;
    // A link may lead nowhere, and a folder may be named like an image.
    const file = statSync(path, { throwIfNoEntry: false });
    if (file === undefined || !file.isFile() || file.size > MOST_BYTES) continue;
    const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
    if (!found.has(sha256)) found.set(sha256, { path, sha256, codecGrid: /\.(webp|avif)$/i.test(path) ? 16 : 8 });
  }
  if (found.size === 0) throw new UsageError(`${folder} has no JPEG, PNG, WebP, AVIF or TIFF file of at most 100 MB`);
  return [...found.values()].toSorted((one, other) => (one.sha256 < other.sha256 ? -1 : 1)).slice(0, most);
}

/** Its stored pixels. Null, and a note about the reason: the file cannot be decoded. */
export async function decodeOriginal(original: Original, notes: string[]): Promise<Picture | null> {
  try {
    return await decodePicture(original.path);
  } catch (error) {
    // The decoder's words for a file that it cannot read are all there is to say about it.
    notes.push(`left out: ${original.path} (${error instanceof Error ? error.message : String(error)})`);
    return null;
  }
}

/** Random numbers of a source are the same in every run. */
export function seedOf({ sha256 }: Original): number {
  return Number.parseInt(sha256.slice(0, 8), 16);
}
