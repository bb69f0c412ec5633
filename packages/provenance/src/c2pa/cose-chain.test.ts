import { Tag, encode } from 'cbor2';
import fc from 'fast-check';
import { concat } from '@revera/testkit';
import { describe, expect, it } from 'vitest';
import { DecodeError } from '../bytes/decode-error.ts';
import { LIMITS } from '../limits.ts';
import { decodeCoseChain } from './cose-chain.ts';

const A = Uint8Array.of(1, 2, 3);
const B = Uint8Array.of(4, 5);
type Header = Map<unknown, unknown>;
const map = (...entries: [unknown, unknown][]): Header => new Map(entries);
const message = (inner: Header, outer: Header = map()) => [encode(inner), outer, null, new Uint8Array(64)];
const sign1 = (inner: Header, outer?: Header) => encode(new Tag(18, message(inner, outer)));
const chainOf = (bytes: Uint8Array) => decodeCoseChain(bytes).map((der) => [...der]);

describe('certificate chain of a claim signature', () => {
  it.each<[string, Uint8Array, Uint8Array[]]>([
    ['one certificate, by number', sign1(map([1, -7], [33, A])), [A]],
    ['a chain', sign1(map([33, [A, B]])), [A, B]],
    ['by name', sign1(map(['x5chain', [A, B]])), [A, B]],
    ['unprotected, as older files have it', sign1(map(), map(['x5chain', [A, B]])), [A, B]],
    ['the same twice', sign1(map([33, [A, B]]), map(['x5chain', [A, B]])), [A, B]],
    ['without the tag', encode(message(map([33, A]))), [A]],
    ['an empty protected header', encode([new Uint8Array(), map([33, A]), null, A]), [A]],
    [
      'padding and unknown headers, also tagged ones',
      sign1(map([33, A]), map(['pad', new Uint8Array(9000)], ['t', new Tag(0, 'no date')])),
      [A],
    ],
  ])('%s', (_, bytes, chain) => {
    expect(chainOf(bytes)).toEqual(chain.map((der) => [...der]));
  });
});

describe('hostile claim signature', () => {
  const nested = (head: number, depth: number) => concat(new Uint8Array(depth).fill(head), [0]);

  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['no chain', sign1(map([1, -7]))],
    ['an empty chain', sign1(map([33, []]))],
    ['two different chains', sign1(map([33, [A, B]]), map([33, [A]]))],
    ['two different chains in one header', sign1(map([33, A], ['x5chain', B]))],
    ['one key twice', encode([Uint8Array.of(0xa2, 0x18, 33, 0x41, 1, 0x18, 33, 0x41, 1), map(), null, A])],
    [
      'one key twice in two encodings',
      encode([Uint8Array.of(0xa2, 0x18, 33, 0x41, 1, 0x19, 0, 33, 0x41, 1), map(), null, A]),
    ],
    ['a certificate that is text', sign1(map([33, 'text']))],
    ['a certificate that is a tagged number', sign1(map([33, new Tag(2, A)]))],
    ['another tag', encode(new Tag(98, message(map([33, A]))))],
    ['three members', encode([encode(map([33, A])), map(), null])],
    ['headers of the wrong kind', encode([map([33, A]), map(), null, A])],
    ['an unprotected header that is an array', encode([encode(map([33, A])), [], null, A])],
    ['a protected header with bytes behind it', encode([concat(encode(map([33, A])), [0]), map(), null, A])],
    ['bytes behind it', concat(sign1(map([33, A])), [0])],
    ['a chain too long', sign1(map([33, Array.from({ length: LIMITS.chainCertificates + 1 }, () => A)]))],
    ['a certificate too large', sign1(map([33, new Uint8Array(LIMITS.certificateBytes + 1)]))],
    ['a signature too large', sign1(map([33, A]), map(['pad', new Uint8Array(LIMITS.claimSignatureBytes)]))],
    ['arrays in arrays', nested(0x81, 100_000)],
    ['tags in tags', nested(0xc6, 100_000)],
    ['maps in maps', concat(...Array.from({ length: 1000 }, () => [0xa1, 0x00]), [0])],
    ['indefinite arrays in arrays', nested(0x9f, 100_000)],
    ['an array that declares 2^32 items', Uint8Array.of(0x9a, 0xff, 0xff, 0xff, 0xff)],
    ['a string that declares 2^63 bytes', Uint8Array.of(0x5b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)],
    ['text that is not UTF-8', encode([Uint8Array.of(0xa1, 0x61, 0xff, 0), map([33, A]), null, A])],
  ])('%s', (_, bytes) => {
    expect(() => decodeCoseChain(bytes)).toThrow(DecodeError);
  });

  it('damaged anywhere: a chain or a DecodeError', () => {
    const good = sign1(map([1, -7], [33, [A, B]]), map(['pad', new Uint8Array(20)]));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 4 }),
        fc.nat(good.length),
        (changes, length) => {
          const bytes = good.slice();
          for (const [at, value] of changes) bytes[at] = value;
          try {
            expect(decodeCoseChain(bytes.subarray(0, length)).length).toBeGreaterThan(0);
          } catch (error) {
            expect(error).toBeInstanceOf(DecodeError);
          }
        },
      ),
      { seed: 3, numRuns: 2000 },
    );
  });
});
