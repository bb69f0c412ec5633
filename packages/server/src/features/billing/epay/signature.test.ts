import fc from 'fast-check';
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fen, formatYuan, parseEpayMoney } from '../../../shared/fen.ts';
import { canonicalBytes, parametersOf } from './canonical.ts';
import { parseMessage, type EpayParameters } from './parameters.ts';
import { signV1, signV2, verifyV1, verifyV2 } from './signature.ts';

const KEY = 'a-key-of-no-documentation';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/).filter((text) => text !== 'sign' && text !== 'sign_type');
const value = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constantFrom('', '0', ' ', '&', '='));
const fields = fc.dictionary(name, value, { maxKeys: 8, noNullPrototype: true });
const accepted = fields.map((given) =>
  Object.fromEntries(Object.entries(given).filter(([, text]) => !/[&\0]/.test(text))),
);

const textOf = (given: Readonly<Record<string, string>>) =>
  Buffer.from(canonicalBytes(parametersOf(given), 'keep')).toString('latin1');
const parse = (query: string) => parseMessage({ method: 'GET', query, body: Buffer.alloc(0), contentType: '' });

describe('the money of gateways', () => {
  it('is read as it was written, also by way of floating point text', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 9_999_999_999n }), (amount) => {
        expect(parseEpayMoney(formatYuan(fen(amount)))).toBe(amount);
        expect(parseEpayMoney(String(Number(formatYuan(fen(amount)))))).toBe(amount);
      }),
    );
  });
});

describe('the text that is signed', () => {
  it('does not depend on the order of the parameters', () => {
    fc.assert(
      fc.property(fields, (given) => {
        expect(textOf(Object.fromEntries(Object.entries(given).toReversed()))).toBe(textOf(given));
      }),
    );
  });

  it('belongs to one accepted message only, apart from empty values', () => {
    const withValue = (given: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(given).filter(([, text]) => text !== ''));
    fc.assert(
      fc.property(accepted, (given) => {
        // Whoever reads the text back by its separators finds the message again.
        const pairs = textOf(given).split('&').filter(Boolean);
        const read = Object.fromEntries(
          pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
        );
        const bytes = Object.entries(withValue(given)).map(([key, text]) => [
          key,
          Buffer.from(text).toString('latin1'),
        ]);
        expect(read).toEqual(Object.fromEntries(bytes));
      }),
    );
  });
});

describe('signatures', () => {
  const changedOnce = fc
    .tuple(accepted, fc.nat(), fc.nat())
    .filter(([given]) => Object.values(given).some((text) => /^[!-~]+$/.test(text)))
    .map(([given, which, where]) => {
      const names = Object.keys(given).filter((key) => /^[!-~]+$/.test(given[key] ?? ''));
      const key = names[which % names.length] ?? '';
      const text = given[key] ?? '';
      const at = where % text.length;
      const changed = `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
      return { given, changed: { ...given, [key]: changed } };
    });

  it('of V1 hold for what was signed and not after a change of one character', () => {
    fc.assert(
      fc.property(changedOnce, ({ given, changed }) => {
        const signature = signV1(parametersOf(given), KEY);
        expect(verifyV1(parametersOf(given), signature, KEY)).toBe(true);
        expect(verifyV1(parametersOf(changed), signature, KEY)).toBe(false);
      }),
    );
  });

  it('of V2 hold for what was signed and not after a change of one character', () => {
    fc.assert(
      fc.property(changedOnce, ({ given, changed }) => {
        const signature = signV2(parametersOf(given), privateKey);
        expect(verifyV2(parametersOf(given), signature, publicKey)).toBe(true);
        expect(verifyV2(parametersOf(changed), signature, publicKey)).toBe(false);
      }),
      { numRuns: 30 },
    );
  });
});

describe('the parser', () => {
  it('reads any accepted message back from its wire form, and takes no bytes for an error of its own', () => {
    const same = (parameters: EpayParameters, given: Readonly<Record<string, string>>) =>
      expect(
        Object.fromEntries([...parameters].map(([key, bytes]) => [key, Buffer.from(bytes).toString('utf8')])),
      ).toEqual(given);
    fc.assert(
      fc.property(accepted, (given) => {
        const parsed = parse(new URLSearchParams(given).toString());
        expect(parsed.kind).toBe('parsed');
        if (parsed.kind === 'parsed') same(parsed.parameters, given);
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (body) => {
        const contentType = 'application/x-www-form-urlencoded';
        expect(['parsed', 'malformed']).toContain(parseMessage({ method: 'POST', query: '', body, contentType }).kind);
      }),
    );
  });
});
