import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { secretKey, sealedBoxWith, SECRET_KEY_BYTES, type SealedBox, type SecretKey } from './sealed-box.ts';
import { errorCode } from './system-error.ts';

/** The keys of an installation: the first seals, all of them open. */
export interface KeyRing {
  /** Who changes it: `revera secrets rotate`, or the operator. */
  source: 'file' | 'environment';
  keys: readonly RingKey[];
  /** A rotation began and did not finish. */
  isUnfinished: boolean;
}

export interface RingKey extends SecretKey {
  /** Null for the current one, or when it is from the environment. */
  replacedAt: Date | null;
}

export interface SecretKeySettings {
  secretKey: Uint8Array | undefined;
  previousSecretKeys: readonly Uint8Array[];
}

const FILE = 'secret.key';

/** A file that was never rotated contains the bare key, as all did before there were several. */
const storedRing = z.strictObject({
  version: z.literal(1),
  is_unfinished: z.boolean(),
  keys: z
    .array(
      z.strictObject({
        key: z.string().regex(/^[0-9a-f]{64}$/),
        replaced_at: z.iso.datetime().nullable(),
      }),
    )
    .min(1),
});

/**
 * The box of the installation, with the configured keys, or with those of a file in the data folder that the first start makes.
 * All its processes must share it, and it must be kept with the database's backups.
 */
export async function openSealedBox(dataDir: string, settings: SecretKeySettings): Promise<SealedBox> {
  const ring = await openKeyRing(dataDir, settings);
  return sealedBoxWith(async () => (await ring()).keys);
}

/** Answers the current keys: a file is read again when another process has replaced it. */
export async function openKeyRing(dataDir: string, settings: SecretKeySettings): Promise<() => Promise<KeyRing>> {
  if (settings.secretKey !== undefined) {
    const ring = ringOfSettings(settings.secretKey, settings.previousSecretKeys);
    return () => Promise.resolve(ring);
  }
  const path = join(dataDir, FILE);
  await ensureFile(path);
  let read: { version: string; ring: KeyRing } | undefined;
  const current = async (): Promise<KeyRing> => {
    const { ino, mtimeMs, size } = await stat(path);
    const version = `${ino} ${mtimeMs} ${size}`;
    if (read?.version !== version) read = { version, ring: decodeRing(await readFile(path)) };
    return read.ring;
  };
  await current();
  return current;
}

/** Puts a new key before those of the file. From here on every process seals with it; a rotation has begun. */
export async function addKey(dataDir: string, now: Date): Promise<KeyRing> {
  const path = join(dataDir, FILE);
  const { keys } = decodeRing(await readFile(path));
  const fresh: RingKey = { ...secretKey(randomBytes(SECRET_KEY_BYTES)), replacedAt: null };
  const replaced = keys.map((key) => ({ ...key, replacedAt: key.replacedAt ?? now }));
  return replaceFile(path, { source: 'file', keys: [fresh, ...replaced], isUnfinished: true });
}

/** Removes keys from the file; the rotation is finished. */
export async function finishRotation(dataDir: string, dropped: readonly SecretKey[]): Promise<KeyRing> {
  const path = join(dataDir, FILE);
  const { keys } = decodeRing(await readFile(path));
  const kept = keys.filter(({ id }) => !dropped.some((key) => key.id === id));
  return replaceFile(path, { source: 'file', keys: kept, isUnfinished: false });
}

function ringOfSettings(current: Uint8Array, previous: readonly Uint8Array[]): KeyRing {
  const all = [current, ...previous].map((bytes) => ({ ...secretKey(bytes), replacedAt: null }));
  const keys = all.filter(({ id }, at) => all.findIndex((key) => key.id === id) === at);
  return { source: 'environment', keys, isUnfinished: false };
}

function decodeRing(bytes: Buffer): KeyRing {
  if (bytes.length === SECRET_KEY_BYTES) {
    return { source: 'file', keys: [{ ...secretKey(bytes), replacedAt: null }], isUnfinished: false };
  }
  const stored = storedRing.safeParse(jsonOf(bytes));
  if (!stored.success) throw new RangeError(`${FILE} holds no keys`);
  const { keys, is_unfinished } = stored.data;
  return {
    source: 'file',
    keys: keys.map(({ key, replaced_at }) => ({
      ...secretKey(Buffer.from(key, 'hex')),
      replacedAt: replaced_at === null ? null : new Date(replaced_at),
    })),
    isUnfinished: is_unfinished,
  };
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    // Only the parser throws, and its message would quote part of the contents.
    return undefined;
  }
}

function encodeRing({ keys, isUnfinished }: KeyRing): Buffer {
  const stored: z.input<typeof storedRing> = {
    version: 1,
    is_unfinished: isUnfinished,
    keys: keys.map(({ bytes, replacedAt }) => ({
      key: Buffer.from(bytes).toString('hex'),
      replaced_at: replacedAt?.toISOString() ?? null,
    })),
  };
  return Buffer.from(`${JSON.stringify(stored, null, 2)}\n`);
}

/**
 * The first process makes it; the others read it. It gets its name only when complete: nobody reads half a key, and a crash
 * leaves none behind.
 */
async function ensureFile(path: string): Promise<void> {
  if ((await stat(path).catch((error: unknown) => ignoring('ENOENT', error))) !== undefined) return;
  await withDraft(path, randomBytes(SECRET_KEY_BYTES), (draft) =>
    link(draft, path).catch((error: unknown) => ignoring('EEXIST', error)),
  );
}

async function replaceFile(path: string, ring: KeyRing): Promise<KeyRing> {
  const { uid, gid } = await stat(path);
  await withDraft(path, encodeRing(ring), async (draft) => {
    // The command may run as root beside a server that does not: the file keeps its owner.
    const file = await open(draft, 'r');
    try {
      const made = await file.stat();
      if (made.uid !== uid || made.gid !== gid) await file.chown(uid, gid);
    } finally {
      await file.close();
    }
    await rename(draft, path);
  });
  return ring;
}

/** Nothing may be sealed with a key that a power failure could take back: file and name are on the disk when it answers. */
async function withDraft(path: string, bytes: Uint8Array, place: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await place(draft);
  } finally {
    await rm(draft, { force: true });
  }
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function ignoring(code: string, error: unknown): undefined {
  if (errorCode(error) !== code) throw error;
  return undefined;
}
