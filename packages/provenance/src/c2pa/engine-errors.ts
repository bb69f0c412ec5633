import type { UnreadableReason } from './facts.ts';

/**
 * What the engine's refusals mean. It has no error codes, only texts of the form `C2pa(Name)` or `C2pa(Name(…))`; this
 * is the one place that reads them, and a corpus test holds each row against a real file.
 */
export type RefusalMeaning =
  | { kind: 'no_manifest_store'; remoteManifestUrl: string | null }
  | { kind: 'unreadable_store'; reason: UnreadableReason }
  /** The container could not be parsed; whether a store is in it is not known. */
  | { kind: 'unreadable_media' };

const REFUSALS: ReadonlyMap<string, RefusalMeaning> = new Map<string, RefusalMeaning>([
  ['JumbfNotFound', { kind: 'no_manifest_store', remoteManifestUrl: null }],
  ['JumbfParseError', { kind: 'unreadable_store', reason: 'malformed' }],
  ['JumbfBoxNotFound', { kind: 'unreadable_store', reason: 'malformed' }],
  ['ClaimMissing', { kind: 'unreadable_store', reason: 'malformed' }],
  ['ClaimEncoding', { kind: 'unreadable_store', reason: 'malformed' }],
  ['ClaimDecoding', { kind: 'unreadable_store', reason: 'malformed' }],
  ['AssertionDecoding', { kind: 'unreadable_store', reason: 'malformed' }],
  ['AssertionMissing', { kind: 'unreadable_store', reason: 'malformed' }],
  ['NoActiveManifest', { kind: 'unreadable_store', reason: 'malformed' }],
  ['ProvenanceMissing', { kind: 'unreadable_store', reason: 'malformed' }],
  ['UnknownAlgorithm', { kind: 'unreadable_store', reason: 'unknown_algorithm' }],
  ['PrereleaseError', { kind: 'unreadable_store', reason: 'prerelease_format' }],
]);

const REMOTE_URL_LENGTH_MAX = 2_048;

/** Meaning of an engine error text. A name we do not know says nothing about the store: `unreadable_media`. */
export function refusalMeaning(message: string): RefusalMeaning {
  const name = /^C2pa\((\w+)/.exec(message)?.[1];
  if (name === undefined) return { kind: 'unreadable_media' };
  if (name === 'RemoteManifestUrl' || name === 'RemoteManifestFetch') {
    const url = /\("([^"]*)"/.exec(message)?.[1] ?? '';
    return { kind: 'no_manifest_store', remoteManifestUrl: url.slice(0, REMOTE_URL_LENGTH_MAX) };
  }
  return REFUSALS.get(name) ?? { kind: 'unreadable_media' };
}
