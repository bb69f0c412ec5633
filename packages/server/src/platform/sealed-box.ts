import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './system-error.ts';

/** Encrypts what the database must not hold in the clear: links in mails that wait, secrets of one-time codes. */
export interface SealedBox {
  seal(plain: Uint8Array): Buffer;
  /** @throws when it was sealed with another key, or changed */
  open(sealed: Uint8Array): Buffer;
}

export const SECRET_KEY_BYTES = 32;
const FILE = 'secret.key';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM with the installation's key: the configured one, or a file in the data folder that the first start makes.
 * Several processes must share it, and it must be kept with the database's backups.
 */
export async function openSealedBox(dataDir: string, configured: Uint8Array | undefined): Promise<SealedBox> {
  return sealedBox(configured ?? (await keyFile(join(dataDir, FILE))));
}

export function sealedBox(key: Uint8Array): SealedBox {
  if (key.length !== SECRET_KEY_BYTES) throw new RangeError(`a key of ${key.length} bytes`);
  return {
    seal: (plain) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open: (sealed) => {
      if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new RangeError('not a sealed value');
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    },
  };
}

/**
 * Whoever comes first makes it; the others read what is there. It gets its name only when it is whole: nobody reads half
 * a key, and a crash leaves none behind.
 */
async function keyFile(path: string): Promise<Uint8Array> {
  const existing = await readFile(path).catch((error: unknown) => ignoring('ENOENT', error));
  if (existing !== undefined) return existing;
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    await writeDurably(draft, randomBytes(SECRET_KEY_BYTES));
    await link(draft, path).catch((error: unknown) => ignoring('EEXIST', error));
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(path);
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

function ignoring(code: string, error: unknown): undefined {
  if (errorCode(error) !== code) throw error;
  return undefined;
}
