import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBase62 } from '../shared/ids.ts';
import { errorCode } from './system-error.ts';

const FILE = 'folder-id';
const CHARACTERS = 22;

/**
 * The name of a folder of uploads for everyone who can read it, kept in the folder itself. The first process makes it, the others
 * read it; it is linked into place when complete, so nobody reads half of one.
 */
export async function readFolderId(root: string): Promise<string> {
  const path = join(root, FILE);
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    return await readId(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  try {
    await writeFile(draft, randomBase62(CHARACTERS), { flag: 'wx', mode: 0o600, flush: true });
    await link(draft, path).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return readId(path);
}

async function readId(path: string): Promise<string> {
  const id = await readFile(path, 'utf8');
  if (!/^[0-9A-Za-z]{22}$/.test(id)) throw new TypeError(`${path} does not hold the name of a folder`);
  return id;
}
