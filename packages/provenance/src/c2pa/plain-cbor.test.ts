import { encode } from 'cbor2';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { hasPlainStrings } from './plain-cbor.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
/** A byte string around bytes, long enough to be looked into. */
const wrapped = (bytes: Uint8Array) => {
  const filled = Buffer.concat([bytes, Buffer.alloc(Math.max(0, LIMITS.plainCborBytes + 1 - bytes.length), 0xf6)]);
  return Buffer.from(encode(new Uint8Array(filled)));
};
const numbers = (count: number) => Buffer.from(encode(Array.from({ length: count }, (_, at) => at % 256)));

function nested(levels: number): Buffer {
  let item = Buffer.from([0x80]);
  for (let level = 0; level < levels; level += 1) item = Buffer.concat([Buffer.from([0x81]), wrapped(item)]);
  return item;
}

describe('strings of CBOR', () => {
  it.each([
    [
      'a map',
      Buffer.from(
        encode(
          new Map<unknown, unknown>([
            ['a', [1, 2.5, null, true]],
            [33, new Uint8Array(300)],
          ]),
        ),
      ),
    ],
    ['lists and maps of indefinite length', hex('9f 01 bf 61 61 41 ff ff ff')],
    ['lengths in every form', hex('43 010203 58 01 00 59 0001 00 5a 00000001 00 5b 0000000000000001 00')],
    ['a certificate, whatever it holds', wrapped(hex('30 5f 41 00 ff'))],
    ['no item', hex('')],
    ['digests as numbers', numbers(LIMITS.plainCborNumbers)],
    ['CBOR in byte strings, as deep as is looked', nested(LIMITS.plainCborDepth)],
    ['bytes that begin as CBOR and are not', wrapped(hex('84 5f 41 00 ff 1c 00'))],
    ['a digest, whatever it holds', hex('58 20 9f 5f 41 00 ff' + 'f6'.repeat(27))],
  ])('stand in one piece: %s', (_, bytes) => expect(hasPlainStrings(bytes)).toBe(true));

  it.each([
    ['a byte string in parts', hex('5f 41 00 41 00 ff')],
    ['a text in parts', hex('7f 61 61 ff')],
    ['one behind a tag, in a map', hex('d2 a1 61 61 5f 41 00 ff')],
    ['one inside a byte string', wrapped(hex('a1 01 5f 41 00 ff'))],
    ['one two byte strings deep', wrapped(Buffer.concat([Buffer.from([0x81]), wrapped(hex('9f 5f 41 00 ff ff'))]))],
    ['bytes as numbers', numbers(LIMITS.plainCborNumbers + 1)],
    [
      'bytes as numbers with tags',
      Buffer.concat(Array.from({ length: LIMITS.plainCborNumbers + 1 }, () => hex('c1 05'))),
    ],
    ['deeper than is looked', nested(LIMITS.plainCborDepth + 1)],
    ['a string that is cut off', hex('43 0102')],
    ['a length that is cut off', hex('59 00')],
    ['a length that nothing has', hex('5b ffffffffffffffff 00')],
    ['a head that is reserved', hex('1c')],
  ])('may be elsewhere: %s', (_, bytes) => expect(hasPlainStrings(bytes)).toBe(false));
});
