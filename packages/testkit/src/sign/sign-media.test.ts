import { describe, expect, it } from 'vitest';
import {
  createAuthority,
  EXPIRED_VALIDITY,
  FUTURE_VALIDITY,
  type AuthorityOptions,
} from '../authorities/certificate-authority.ts';
import { buildJpeg } from '../media/jpeg.ts';
import { mediaKinds, type MediaKind } from '../media/media-kinds.ts';
import { indexOfBytes } from '../bytes.ts';
import { coveredOffsets, flipByte } from '../mutate.ts';
import { isSignerProfile, signerProfiles } from '../authorities/signer-profiles.ts';
import { hostileTexts } from './hostile-text.ts';
import { readMedia } from './read-media.ts';
import { digitalSourceTypes, signEdit, signMedia, signMediaDetached } from './sign-media.ts';

const signable: [string, MediaKind][] = Object.entries<MediaKind>(mediaKinds).filter(([, kind]) => kind.engineSigns);
const JPEG = 'image/jpeg';

describe('signMedia', () => {
  const algorithms = ['ES256', 'ES384', 'ES512', 'PS256', 'Ed25519'] as const;
  it.each(algorithms)('signs with %s so that the engine trusts it', async (algorithm) => {
    const authority = await createAuthority({ algorithm });
    const signed = await signMedia(buildJpeg(), JPEG, { authority });
    expect(await readMedia(signed, JPEG, authority.rootPem)).toMatchObject({ state: 'Trusted', failures: [] });
  });

  it.each(signable)('signs %s so that the engine trusts it', async (_, { build, mediaType }) => {
    const authority = await createAuthority();
    for (const media of [build(), build({ sizeBytes: 200_000 })]) {
      const signed = await signMedia(media, mediaType, { authority });
      expect(await readMedia(signed, mediaType, authority.rootPem)).toMatchObject({ state: 'Trusted', failures: [] });
      expect(await readMedia(signed, mediaType)).toMatchObject({ failures: ['signingCredential.untrusted'] });
    }
  });

  it('leaves to its caller the error for a format that has no C2PA embedding', async () => {
    const { build, mediaType } = mediaKinds.matroska;
    const authority = await createAuthority();
    const message = await signMedia(build(), mediaType, { authority }).catch(String);
    expect(message).toContain('UnsupportedType');
  });

  it('binds the content: no byte behind the manifest store can change', async () => {
    const authority = await createAuthority();
    const original = buildJpeg({ width: 64, height: 64 });
    const signed = await signMedia(original, JPEG, { authority });
    // All of it from the first table on: its marker alone may stand in the store by chance.
    const image = indexOfBytes(signed, original.subarray(indexOfBytes(original, [0xff, 0xdb])));
    for (const offset of coveredOffsets(signed, [{ start: 0, length: image }], { count: 10 })) {
      const state = await readMedia(flipByte(signed, offset), JPEG).then((reading) => reading.state, String);
      expect(state, `byte ${offset}`).not.toBe('Valid');
    }
  });

  it.each(Object.entries(digitalSourceTypes))('declares %s', async (_, digitalSourceType) => {
    const authority = await createAuthority();
    const actions = [{ action: 'c2pa.created', digitalSourceType }];
    const signed = await signMedia(buildJpeg(), JPEG, { authority, actions });
    const { report, state } = await readMedia(signed, JPEG, authority.rootPem);
    expect(state).toBe('Trusted');
    expect(JSON.stringify(report)).toContain(digitalSourceType);
  });

  it.each(Object.entries(hostileTexts))('carries hostile text (%s) as it is', async (_, text) => {
    const authority = await createAuthority();
    const actions = [
      { action: 'c2pa.created', digitalSourceType: digitalSourceTypes.digitalCreation, description: text },
    ];
    const claimGenerator = { name: text, version: text };
    const signed = await signMedia(buildJpeg(), JPEG, { authority, actions, claimGenerator, title: text });
    const { report, activeLabel } = await readMedia(signed, JPEG, authority.rootPem);
    const manifest = { title: text, claim_generator_info: [{ name: text, version: text }] };
    expect(report).toMatchObject({ manifests: { [activeLabel ?? '']: manifest } });
    expect(JSON.stringify(report)).toContain(JSON.stringify(text));
  });

  it('signs several times, each with the state before as its parent', async () => {
    const authority = await createAuthority();
    let media = await signMedia(buildJpeg(), JPEG, { authority });
    for (let edit = 1; edit <= 3; edit++) {
      media = await signEdit(media, JPEG, { authority });
      const { report, state, failures } = await readMedia(media, JPEG, authority.rootPem);
      expect({ state, failures }).toEqual({ state: 'Trusted', failures: [] });
      expect(Object.keys(report['manifests'] ?? {})).toHaveLength(edit + 1);
      expect(JSON.stringify(report)).toContain('c2pa.opened');
    }
  });

  it('names a remote manifest without embedding one', async () => {
    const authority = await createAuthority();
    const remoteUrl = 'http://127.0.0.1:9/manifest.c2pa';
    const options = { authority, remoteUrl, noEmbed: true };
    const { asset, manifestStore } = await signMediaDetached(buildJpeg(), JPEG, options);
    expect(indexOfBytes(asset, remoteUrl)).toBeGreaterThan(0);
    expect(indexOfBytes(asset, 'c2pa.claim')).toBe(-1);
    expect(indexOfBytes(manifestStore, 'c2pa.claim')).toBeGreaterThan(0);
    expect(await readMedia(asset, JPEG).catch(String)).toContain(remoteUrl);
  });
});

describe('what the engine says of signers outside the certificate profile', () => {
  const untrusted = 'signingCredential.untrusted';
  const expired = { state: 'Invalid', failures: [untrusted, 'signingCredential.expired'] };
  const refused = { state: 'Invalid', failures: [untrusted, 'signingCredential.invalid'] };
  const cases: [string, AuthorityOptions, { state: string; failures: string[] }][] = [
    ['expired', { validity: EXPIRED_VALIDITY }, expired],
    ['not yet valid', { validity: FUTURE_VALIDITY }, expired],
    ['without extended key usages', { extendedKeyUsages: [] }, refused],
    ['for client authentication only', { extendedKeyUsages: ['clientAuth'] }, refused],
    // The engine itself takes these two; who wants them refused must look at the usages.
    ['for time stamps only', { extendedKeyUsages: ['timeStamping'] }, { state: 'Trusted', failures: [] }],
    ['for OCSP answers only', { extendedKeyUsages: ['ocspSigning'] }, { state: 'Trusted', failures: [] }],
    ['that is a CA', { leafIsCa: true }, { state: 'Invalid', failures: ['signingCredential.invalid'] }],
    ['without its intermediate', { omitIntermediate: true }, { state: 'Valid', failures: [untrusted] }],
  ];

  it.each(cases)('a leaf %s', async (_, options, expected) => {
    const authority = await createAuthority(options);
    const signed = await signMedia(buildJpeg(), JPEG, { authority });
    expect(await readMedia(signed, JPEG, authority.rootPem)).toMatchObject(expected);
  });

  it.each(Object.keys(signerProfiles).filter(isSignerProfile))('a leaf of the profile %s', async (profile) => {
    const authority = await createAuthority({ profile });
    const signed = await signMedia(buildJpeg(), JPEG, { authority });
    // What no list accepts.
    const isOutside = profile === 'anything' || profile === 'nothing';
    const expected = isOutside ? refused : { state: 'Trusted', failures: [] };
    expect(await readMedia(signed, JPEG, authority.rootPem)).toMatchObject(expected);
  });

  it.each([
    ['a leaf of an unknown root, even one of the same name', {}],
    ['a self-signed leaf', { selfSigned: true }],
  ])('%s', async (_, options) => {
    const [authority, known] = [await createAuthority(options), await createAuthority()];
    const signed = await signMedia(buildJpeg(), JPEG, { authority });
    const reading = await readMedia(signed, JPEG, known.rootPem);
    expect(reading).toMatchObject({ state: 'Valid', failures: [untrusted] });
  });
});
