import { member } from '../../kit/islands/member.ts';
import { parseJson } from '../../kit/islands/parse-json.ts';

/** A result that this browser has asked for. It is kept in the browser alone. */
export interface RecentFile {
  /** Of the job. */
  readonly id: string;
  /** As the file was called: hostile text, cut. */
  readonly name: string;
  /** One of the published provenance statuses, as far as the page knows. */
  readonly status: string;
  readonly atMs: number;
}

const ENTRIES_MAX = 20;
const NAME_CHARACTERS_MAX = 200;
const ID = /^[\w-]{1,64}$/;
const STATUS = /^[a-z_]{1,40}$/;

/**
 * What was stored, without what is over or is none of ours: other versions and people write there too.
 *
 * @param keptMs how long a result can be read
 */
export function readRecent(text: string | null, nowMs: number, keptMs: number): RecentFile[] {
  const stored = parseJson(text ?? '[]');
  if (!Array.isArray(stored)) return [];
  const sound = new Map<string, RecentFile>();
  for (const entry of stored) {
    if (sound.size === ENTRIES_MAX) break;
    const file = decodeEntry(entry);
    const isKept = file !== null && file.atMs <= nowMs && nowMs < file.atMs + keptMs;
    if (isKept && !sound.has(file.id)) sound.set(file.id, file);
  }
  return [...sound.values()];
}

/** With one more, which comes first; the oldest go. */
export function withRecent(files: readonly RecentFile[], file: RecentFile): RecentFile[] {
  return [{ ...file, name: cutName(file.name) }, ...files.filter(({ id }) => id !== file.id)].slice(0, ENTRIES_MAX);
}

function decodeEntry(entry: unknown): RecentFile | null {
  const [id, name, status, atMs] = ['id', 'name', 'status', 'atMs'].map((key) => member(entry, key));
  if (typeof id !== 'string' || !ID.test(id) || typeof name !== 'string') return null;
  if (typeof status !== 'string' || !STATUS.test(status) || typeof atMs !== 'number') return null;
  return { id, name: cutName(name), status, atMs };
}

/** By whole characters, of at most two units each; without looking at the rest of a name of megabytes. */
function cutName(name: string): string {
  const start = Array.from(name.slice(0, 2 * NAME_CHARACTERS_MAX));
  return start.slice(0, NAME_CHARACTERS_MAX).join('');
}
