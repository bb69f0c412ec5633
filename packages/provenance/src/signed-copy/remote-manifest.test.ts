import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { concat, describeWithShared, indexOfBytes, type Bytes } from '@revera/testkit';
import { createAuthority, type Authority } from '@revera/testkit/authorities';
import { gifWith, gifXmp, jpegXmp, pngInternational, xmpMeta, xmpPacket } from '@revera/testkit/label';
import { buildPng } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import type { MediaType } from '../media/media-types.ts';
import { readMetadata } from '../media/read-metadata.ts';
import { openSignBench, trustIn, type SignBench } from '../testing/sign-bench.ts';
import { RemoteManifestKeptError, withoutRemoteManifest } from './remote-manifest.ts';

const ADDRESS = 'https://example.test/ä/manifest.c2pa';
const NAMESPACE = 'xmlns:dcterms="http://purl.org/dc/terms/"';
const OTHERS = 'xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="Kept"';
const AS_ATTRIBUTE = `<rdf:Description rdf:about="" ${NAMESPACE} dcterms:provenance="${ADDRESS}" ${OTHERS}/>`;
const AS_ELEMENT = `<rdf:Description rdf:about="" ${NAMESPACE} ${OTHERS}><dcterms:provenance>${ADDRESS}</dcterms:provenance></rdf:Description>`;
const OTHER_PREFIX = AS_ATTRIBUTE.replaceAll('dcterms', 'terms');

const png = (packet: Uint8Array, compressed = false): Bytes =>
  buildPng({ chunks: [pngInternational('XML:com.adobe.xmp', packet, compressed)] });
const without = (file: Bytes, mediaType: MediaType): Uint8Array => {
  const copy = withoutRemoteManifest(bufferSource(file), mediaType)?.file ?? bufferSource(file);
  return copy.read(0, copy.size);
};

describe('a file without the address of its remote manifest', () => {
  it.each([
    ['an attribute', AS_ATTRIBUTE],
    ['an element', AS_ELEMENT],
    ['an element that refers', AS_ELEMENT.replace(`>${ADDRESS}</dcterms:provenance>`, ` rdf:resource="${ADDRESS}"/>`)],
    ['a property with another prefix', OTHER_PREFIX],
  ])('is as long as before, and says all else: %s', (_, description) => {
    for (const [file, mediaType] of [
      [jpegXmp(xmpPacket(description)), 'image/jpeg'],
      [png(xmpPacket(description)), 'image/png'],
    ] as const) {
      const copy = without(file, mediaType);
      expect(copy.length).toBe(file.length);
      expect(indexOfBytes(copy, ADDRESS)).toBe(-1);
      const { items, problems } = readMetadata(bufferSource(copy), mediaType);
      expect(problems).toEqual([]);
      expect(items).toMatchObject([{ kind: 'xmp', intact: true }]);
      expect(Buffer.from(items[0]?.bytes ?? []).toString()).toContain('dc:source="Kept"');
    }
  });

  it.each([
    ['another property', AS_ATTRIBUTE.replace('dcterms:provenance', 'dcterms:publisher')],
    ['a credential in the file itself', AS_ATTRIBUTE.replace(ADDRESS, 'self#jumbf=/c2pa/urn:c2pa:1')],
  ])('is the file as it was when there is only %s', (_, description) => {
    expect(withoutRemoteManifest(bufferSource(jpegXmp(xmpPacket(description))), 'image/jpeg')).toBeNull();
  });

  it.each([
    ['compressed', png(xmpPacket(AS_ATTRIBUTE), true), 'image/png'],
    ['not well-formed', jpegXmp(concat(xmpMeta(AS_ATTRIBUTE).replace('</rdf:RDF>', ''))), 'image/jpeg'],
  ] as const)('cannot be made of XMP that is %s', (_, file, mediaType) => {
    expect(() => without(file, mediaType)).toThrow(RemoteManifestKeptError);
  });
});

describe('a file that only declares a remote manifest', () => {
  let bench: SignBench;
  let authority: Authority;
  beforeAll(async () => {
    bench = await openSignBench();
    authority = await createAuthority();
  });
  afterAll(() => bench.close());

  const addressOf = async (file: Uint8Array): Promise<string | null> => {
    const { report } = await bench.analyzeBytes(file, trustIn(authority));
    return report.c2pa.state === 'examined' ? report.c2pa.facts.remote_manifest_url : null;
  };

  it('is signed without its address', async () => {
    const file = jpegXmp(xmpPacket(AS_ATTRIBUTE));
    expect(await addressOf(file)).toBe(ADDRESS);
    const signed = await bench.sign(file, { authority, remoteManifest: 'discard' });
    expect(indexOfBytes(signed, ADDRESS)).toBe(-1);
    const { verdict } = await bench.analyzeBytes(signed, trustIn(authority));
    expect(verdict.provenance_status).toBe('verified');
  });

  it.each([
    ['JPEG', jpegXmp(xmpPacket(AS_ELEMENT))],
    ['PNG, compressed', png(xmpPacket(AS_ATTRIBUTE), true)],
    ['GIF', gifWith(gifXmp(xmpPacket(AS_ATTRIBUTE)))],
  ])('is refused wherever its XMP stands: %s', async (_, file) => {
    const refusal = bench.sign(file, { authority, remoteManifest: 'refuse' });
    await expect(refusal).rejects.toMatchObject({ name: 'SigningError', code: 'remote_manifest_found' });
  });

  it('is refused when the address cannot be taken out', async () => {
    const file = png(xmpPacket(AS_ATTRIBUTE), true);
    const refusal = bench.sign(file, { authority, remoteManifest: 'discard' });
    await expect(refusal).rejects.toMatchObject({ name: 'SigningError', code: 'remote_manifest_kept' });
  });

  describeWithShared('in the corpus', 'corpus/c2pa/c2pa-rs', (folder) => {
    it.each(['cloud.jpg', 'libpng-test_with_url.png'])('is signed without its address: %s', async (name) => {
      const file = new Uint8Array(await readFile(join(folder, name)));
      const address = await addressOf(file);
      expect(address).toMatch(/^http/);
      const signed = await bench.sign(file, { authority, remoteManifest: 'discard' });
      expect(indexOfBytes(signed, address ?? '')).toBe(-1);
      const { verdict } = await bench.analyzeBytes(signed, trustIn(authority));
      expect(verdict.provenance_status).toBe('verified');
    });
  });
});
