export { diffTrustLists, type TrustListDiff } from './diff-trust-lists.ts';
export { KEY_PURPOSE } from './key-purposes.ts';
export { isUsingCachedVersion } from './is-cached.ts';
export { makeTrustSnapshot } from './make-snapshot.ts';
export { makeTrustList } from './make-trust-list.ts';
export { parseTrustList, type ParsedTrustList } from './parse-trust-list.ts';
export { TrustListError, type TrustListErrorCode } from './trust-list-error.ts';
export * from './trust-list.ts';
