import { describe, expect, it } from 'vitest';
import { refusalMeaning, type RefusalMeaning } from './engine-errors.ts';

describe('what a refusal of the engine means', () => {
  const rows: [string, RefusalMeaning][] = [
    ['C2pa(JumbfNotFound)', { kind: 'no_manifest_store', remoteManifestUrl: null }],
    [
      'C2pa(RemoteManifestUrl("https://example.test/a b"))',
      { kind: 'no_manifest_store', remoteManifestUrl: 'https://example.test/a b' },
    ],
    ['C2pa(JumbfParseError(InvalidJumbfHeader))', { kind: 'unreadable_store', reason: 'malformed', code: null }],
    [
      'C2pa(UnknownAlgorithm)',
      { kind: 'unreadable_store', reason: 'unknown_algorithm', code: 'algorithm.unsupported' },
    ],
    ['C2pa(PrereleaseError)', { kind: 'unreadable_store', reason: 'prerelease_format', code: null }],
    // The engine writes labels out of the file into its texts: only the beginning decides.
    [
      'C2pa(AssertionDecoding(could not decode assertion ClaimMissing))',
      { kind: 'unreadable_store', reason: 'assertion_malformed', code: null },
    ],
    ['C2pa(InvalidAsset("ClaimMissing"))', { kind: 'unreadable_media' }],
    ['C2pa(InvalidAsset("Invalid RIFF format"))', { kind: 'unreadable_media' }],
    ['C2pa(SomethingNew)', { kind: 'unreadable_media' }],
    ['JumbfNotFound', { kind: 'unreadable_media' }],
    ['', { kind: 'unreadable_media' }],
  ];

  it.each(rows)('%s', (message, meaning) => {
    expect(refusalMeaning(message)).toEqual(meaning);
  });

  it('a long address is cut', () => {
    const meaning = refusalMeaning(`C2pa(RemoteManifestUrl("https://example.test/${'a'.repeat(10_000)}"))`);
    expect(meaning).toEqual({
      kind: 'no_manifest_store',
      remoteManifestUrl: `https://example.test/${'a'.repeat(2_027)}`,
    });
  });
});
