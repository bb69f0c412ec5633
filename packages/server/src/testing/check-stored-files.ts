import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect } from 'vitest';
import type { Services } from '../services.ts';

interface Row {
  id: string;
  asset_key: string;
  asset_size: number;
  registered: boolean;
}

/**
 * What must always hold once everything is idle: each credential that is not revoked has its file, complete and registered, and
 * no file exists without a credential. Knows the local store.
 */
export async function checkStoredFiles({ database, blobs, config }: Services): Promise<{ credentials: number }> {
  const { rows } = await database.pool.query<Row>(
    `select id, asset_key, asset_size, exists (select from blob where key = asset_key) as registered
     from credential where status <> 'revoked'`,
  );
  for (const { id, asset_key, asset_size, registered } of rows) {
    expect([id, registered, await blobs.stat(asset_key)]).toEqual([id, true, { sizeBytes: asset_size }]);
  }
  if (config.storage.kind !== 'local') throw new TypeError('only the local store can be listed');
  const entries = await readdir(config.storage.directory, { recursive: true, withFileTypes: true });
  // A dying process's partial copy is not a stored file; the store removes it when it is an hour old.
  const isStored = (entry: Dirent): boolean => entry.isFile() && basename(entry.parentPath) !== 'tmp';
  const stored = entries.filter(isStored).map(({ name }) => name);
  expect(stored.toSorted()).toEqual(rows.map((row) => row.asset_key).toSorted());
  return { credentials: rows.length };
}
