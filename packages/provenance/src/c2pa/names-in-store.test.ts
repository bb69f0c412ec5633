import { concat, der } from '@revera/testkit';
import { encode } from 'cbor2';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { attributesIn, hasNamesOf, namesInStore } from './names-in-store.ts';

const COMMON_NAME = der(0x06, [0x55, 4, 3]);
const attribute = (value: Uint8Array | string, tag = 0x0c) => der(0x30, COMMON_NAME, der(tag, value));
const box = (type: string, ...content: Uint8Array[]) => {
  const bytes = concat(...content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(bytes.length + 8);
  head.write(type, 4, 'latin1');
  return concat(head, bytes);
};
const superbox = (type: string, label: string, ...content: Uint8Array[]) => {
  const uuid = concat(Buffer.from(type, 'latin1'), Buffer.from('00110010800000aa00389b71', 'hex'));
  return box('jumb', box('jumd', uuid, Uint8Array.of(3), Buffer.from(`${label}\0`)), ...content);
};
const store = (...content: Uint8Array[]) => superbox('c2pa', 'c2pa', superbox('c2ma', 'one', ...content));
const cbor = (value: unknown) => box('cbor', Buffer.from(encode(value)));

describe('the parts of names in bytes', () => {
  it('are found wherever they stand, with the type of the attribute', () => {
    const bytes = concat(Buffer.from('before'), attribute('One'), attribute('Two', 0x13), Buffer.from('after'));
    expect([...(attributesIn(bytes) ?? [])]).toEqual(['\u0003One', '\u0003Two']);
    const long = 'x'.repeat(200);
    const longer = 'y'.repeat(300);
    expect([...(attributesIn(concat(attribute(long), attribute(longer))) ?? [])]).toEqual([
      `\u0003${long}`,
      `\u0003${longer}`,
    ]);
  });

  it('are unknown when one is in pieces, or there are too many', () => {
    expect(attributesIn(attribute(der(0x0c, 'One'), 0x2c))).toBeNull();
    const many = Array.from({ length: LIMITS.storeNames }, (_, at) => attribute(String(at)));
    expect(attributesIn(concat(...many))?.size).toBe(LIMITS.storeNames);
    expect(attributesIn(concat(...many, attribute('more')))).toBeNull();
  });

  it.each([1, 2, 3, 4, 5, 6])('%i bytes before the end of the file are no failure', (rest) => {
    expect(attributesIn(COMMON_NAME.subarray(0, rest))?.size ?? null).not.toBeUndefined();
  });
});

describe('the names in a manifest store', () => {
  const name = attribute('One');
  const plain = store(cbor(new Map([['x', new Uint8Array(name)]])));

  it.each([
    ['in CBOR', plain],
    ['beside a picture', store(box('bidb', Buffer.from('5f4100ff1c', 'hex')), cbor(new Uint8Array(name)))],
    [
      'beside JSON',
      store(superbox('json', 'stds.exif', box('json', Buffer.from('{"a":1}'))), cbor(new Uint8Array(name))),
    ],
  ])('are found %s', (_, bytes) => expect([...(namesInStore(bytes) ?? [])]).toEqual(['\u0003One']));

  it.each([
    [
      'in parts',
      store(box('cbor', Buffer.from('5f', 'hex'), Buffer.from(encode(new Uint8Array(name))), Uint8Array.of(0xff))),
    ],
    ['compressed', store(box('brob', Uint8Array.of(0x80)))],
    ['in JSON of an identity', store(superbox('json', 'cawg.identity', box('json', Buffer.from('{"signature":[1]}'))))],
    ['in JSON of time stamps', store(superbox('json', 'c2pa.time-stamp__1', box('json', Buffer.from('{}'))))],
    ['in something unknown', store(box('what', Buffer.from('5f4100ff', 'hex')))],
    ['in what is no JSON', store(box('json', Buffer.from('5f4100ff', 'hex')))],
    ['in no store', name],
  ])('are unknown when they may be %s', (_, bytes) => expect(namesInStore(bytes)).toBeNull());

  it('are compared with those of another store', () => {
    const more = store(cbor([new Uint8Array(name), new Uint8Array(attribute('Two'))]));
    expect(hasNamesOf(plain, plain)).toBe(true);
    expect(hasNamesOf(more, plain)).toBe(true);
    expect(hasNamesOf(plain, more)).toBe(false);
    expect(hasNamesOf(plain, store(box('brob', Uint8Array.of(0x80))))).toBe(false);
  });
});
