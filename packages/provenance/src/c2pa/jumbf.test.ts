import fc from 'fast-check';
import { concat, be32, be64 } from '@revera/testkit';
import { jumbfBox } from '@revera/testkit/hostile';
import { box } from '@revera/testkit/media';
import { describe, expect, it } from 'vitest';
import { DecodeError } from '../bytes/decode-error.ts';
import { LIMITS } from '../limits.ts';
import { decodeManifestStore, findBox, findManifestBoxes, listManifestLabels } from './jumbf.ts';

const cbor = (...bytes: number[]) => box('cbor', bytes);
const claim = jumbfBox('c2cl', 'c2pa.claim.v2', cbor(0xa1, 1, 2));
const signature = jumbfBox('c2cs', 'c2pa.signature', cbor(0xd2));
const manifest = (label: string, ...children: Uint8Array[]) => jumbfBox('c2ma', label, ...children);
const store = (...manifests: Uint8Array[]) => jumbfBox('c2pa', 'c2pa', ...manifests);
const SMALL = store(
  manifest('urn:c2pa:1', claim, signature),
  jumbfBox('c2um', 'urn:c2pa:2'),
  jumbfBox('json', 'other'),
);

/** Superboxes in superboxes, the store itself being the first. Written outside in: each box reaches to the end. */
function nested(depth: number): Uint8Array {
  const level = jumbfBox('c2pa', 'c2pa');
  const bytes = concat(...Array.from({ length: depth }, () => level));
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length; at += level.length) view.setUint32(at, bytes.length - at);
  return bytes;
}

describe('manifest store', () => {
  it('lists manifests and finds claim and claim signature by label', () => {
    const decoded = decodeManifestStore(SMALL);
    expect(listManifestLabels(decoded)).toEqual(['urn:c2pa:1', 'urn:c2pa:2']);
    const boxes = findManifestBoxes(decoded, 'urn:c2pa:1');
    expect([...(boxes?.claim ?? [])]).toEqual([0xa1, 1, 2]);
    expect([...(boxes?.signature ?? [])]).toEqual([0xd2]);
    expect(findManifestBoxes(decoded, 'urn:c2pa:2')).toEqual({ claim: null, signature: null });
    expect(findManifestBoxes(decoded, 'urn:c2pa:')).toBeUndefined();
  });

  it('never copies: contents are views of the store', () => {
    const boxes = findManifestBoxes(decodeManifestStore(SMALL), 'urn:c2pa:1');
    expect(boxes?.claim?.buffer).toBe(SMALL.buffer);
  });

  it('reads 64-bit lengths, a last box to the end, and ignores what follows the store', () => {
    const body = SMALL.subarray(8);
    const long = concat(be32(1), concat('jumb'), be64(BigInt(body.length + 16)), body);
    const toEnd = concat(be32(0), concat('jumb'), body);
    const padded = concat(SMALL, [0, 0, 0]);
    for (const bytes of [long, toEnd, padded]) {
      expect(listManifestLabels(decodeManifestStore(bytes))).toEqual(['urn:c2pa:1', 'urn:c2pa:2']);
    }
  });

  it('takes a description without label, and one with a private field behind the label', () => {
    const uuid = Buffer.from('6332636c00110010800000aa00389b71', 'hex');
    const bare = box('jumb', box('jumd', uuid, [0x00]));
    const salted = box('jumb', box('jumd', uuid, [0x13], concat('salted\0'), box('c2sh', new Uint8Array(16))));
    const decoded = decodeManifestStore(store(manifest('m', bare, salted)));
    expect(findBox(decoded, ['m'])?.superboxes.map(({ label }) => label)).toEqual([null, 'salted']);
  });

  it('takes the deepest nesting that is allowed, and very many boxes', () => {
    expect(decodeManifestStore(nested(LIMITS.jumbfDepth)).superboxes).toHaveLength(1);
    const many = Array.from({ length: 10_000 }, () => cbor());
    expect(findBox(decodeManifestStore(store(manifest('m', ...many))), ['m'])?.contents).toHaveLength(10_000);
  });
});

describe('hostile manifest store', () => {
  const bad = (content: Uint8Array) => store(manifest('m', content));
  const description = (...rest: (Uint8Array | number[])[]) => box('jumb', box('jumd', ...rest));
  const uuid = new Uint8Array(16);

  it.each<[string, Uint8Array, string]>([
    ['nothing', new Uint8Array(), 'not enough bytes'],
    ['one level too deep', nested(LIMITS.jumbfDepth + 1), 'nested too deeply'],
    ['10,000 levels', nested(10_000), 'nested too deeply'],
    [
      'too many boxes',
      bad(
        concat(
          ...Array.from({ length: LIMITS.jumbfBoxes }, () => be32(8)).map((length) => concat(length, concat('free'))),
        ),
      ),
      'too many boxes',
    ],
    ['a box longer than what surrounds it', bad(concat(be32(9), concat('cbor'))), 'not enough bytes'],
    ['a box shorter than its header', bad(concat(be32(7), concat('cbor'))), 'shorter than its header'],
    [
      'a 64-bit length shorter than its header',
      bad(concat(be32(1), concat('cbor'), be64(15n))),
      'shorter than its header',
    ],
    ['a 64-bit length above 2^53', bad(concat(be32(1), concat('cbor'), be64(2n ** 63n))), 'number too large'],
    ['a 64-bit length beyond the file', bad(concat(be32(1), concat('cbor'), be64(2n ** 40n))), 'not enough bytes'],
    ['bytes that are no box', bad(Uint8Array.of(1, 2, 3)), 'not enough bytes'],
    ['a superbox without description', bad(box('jumb', cbor())), 'without description'],
    ['an empty superbox', bad(box('jumb')), 'not enough bytes'],
    ['a description without room', bad(description([1, 2])), 'not enough bytes'],
    ['a label without end', bad(description(uuid, [0x03], concat('label'))), 'label without end'],
    [
      'a label too long',
      bad(description(uuid, [0x03], new Uint8Array(LIMITS.jumbfLabelBytes + 1).fill(65), [0])),
      'label without end',
    ],
    ['a label that is not UTF-8', bad(description(uuid, [0x03], [0xff, 0])), 'not UTF-8'],
    ['another content type', jumbfBox('json', 'c2pa'), 'another content type'],
    ['no superbox', cbor(), 'not a superbox'],
  ])('%s', (_, bytes, message) => {
    expect(() => decodeManifestStore(bytes)).toThrow(DecodeError);
    expect(() => decodeManifestStore(bytes)).toThrow(message);
  });

  it.each<[string, Uint8Array]>([
    ['two manifests with one label', store(manifest('m', claim), manifest('m', signature))],
    ['two signatures', store(manifest('m', claim, signature, signature))],
    ['two claims', store(manifest('m', claim, jumbfBox('c2cl', 'c2pa.claim', cbor())))],
    ['two contents in a claim', store(manifest('m', jumbfBox('c2cl', 'c2pa.claim', cbor(), cbor())))],
  ])('%s cannot be told apart', (_, bytes) => {
    const decoded = decodeManifestStore(bytes);
    expect(() => findManifestBoxes(decoded, 'm')).toThrow(DecodeError);
  });

  it('refuses a store above its size', () => {
    expect(() => decodeManifestStore(new Uint8Array(LIMITS.manifestStoreBytes + 1))).toThrow('too large');
  });

  it('damaged anywhere or cut anywhere: a value or a DecodeError', () => {
    const damage = fc.array(fc.tuple(fc.nat(SMALL.length - 1), fc.nat(255)), { maxLength: 5 });
    fc.assert(
      fc.property(damage, fc.nat(SMALL.length), (changes, length) => {
        const bytes = SMALL.slice();
        for (const [at, value] of changes) bytes[at] = value;
        try {
          findManifestBoxes(decodeManifestStore(bytes.subarray(0, length)), 'urn:c2pa:1');
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError);
        }
      }),
      { seed: 2, numRuns: 2000 },
    );
  });
});
