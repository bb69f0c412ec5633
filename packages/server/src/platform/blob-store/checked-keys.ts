import type { BlobRange, BlobStore } from './store.ts';

/** Our own ids. No key of this form leaves a folder or has a meaning for a file system or S3. */
const KEY = /^[A-Za-z0-9_]{10,80}$/;

/** What an object is, and the beginning of its key: a signed file, or the upload of a job. */
export type BlobKind = 'asset' | 'upload';

/** The objects of one kind only, whatever key a row names. */
export function objectsOf(store: BlobStore, kind: BlobKind): BlobStore {
  const own = (key: string): string => {
    if (!key.startsWith(`${kind}_`)) throw new TypeError(`This is no key of an ${kind}`);
    return key;
  };
  return {
    ...store,
    put: async (key, path, facts) => store.put(own(key), path, facts),
    get: async (key, range) => store.get(own(key), range),
    stat: async (key) => store.stat(own(key)),
    delete: async (key) => store.delete(own(key)),
  };
}

/** The one place where keys and ranges are checked, whichever store is behind it. */
export function withCheckedKeys(store: BlobStore): BlobStore {
  return {
    put: async (key, path, facts) => store.put(checkedKey(key), path, facts),
    get: async (key, range) => store.get(checkedKey(key), range === undefined ? undefined : checkedRange(range)),
    stat: async (key) => store.stat(checkedKey(key)),
    delete: async (key) => store.delete(checkedKey(key)),
    check: () => store.check(),
    close: () => store.close(),
  };
}

function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new TypeError('This is no key of a blob');
  return key;
}

function checkedRange(range: BlobRange): BlobRange {
  const { start, end } = range;
  const whole = Number.isSafeInteger(start) && Number.isSafeInteger(end);
  if (!whole || start < 0 || end < start) throw new TypeError(`This is no range of bytes: ${start}-${end}`);
  return range;
}
