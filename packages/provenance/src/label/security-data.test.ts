import { seededRandom } from '@revera/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { PINNED_KEYS, type PinnedKey } from './pinned-keys.ts';
import { readReservedCode, type ReservedCodeContext } from './security-data.ts';
import { pointOfHex } from './sm2-curve.ts';
import { MIRRORED, OPENSSL, securityData, securityItems, SPKI_START, STEPFUN } from './test-label.ts';

const PINNED: readonly PinnedKey[] = [
  {
    signer: 'Example',
    producers: ['MiniMax'],
    point: { x: BigInt(`0x${OPENSSL.x}`), y: BigInt(`0x${OPENSSL.y}`) },
  },
];

function read(value: string | null, changes: Partial<ReservedCodeContext> = {}) {
  const budget = { signatures: LIMITS.labelSignatures };
  return readReservedCode(value, { fields: OPENSSL.fields, which: 'ReservedCode1', budget, ...changes });
}

const STEPFUN_CODE = securityData(STEPFUN.signature, `${SPKI_START}${STEPFUN.point}`);

describe('readReservedCode', () => {
  it.each([
    [null, 'absent'],
    ['', 'empty'],
    [' \n', 'empty'],
    ['iflow', 'opaque'],
    ['{}', 'opaque'],
    ['{"SecurityData":1}', 'opaque'],
    ['[1]', 'opaque'],
    ['{"a":', 'opaque'],
    ['null', 'opaque'],
    [`{"x":"${'a'.repeat(LIMITS.labelBytes)}","SecurityData":{}}`, 'opaque'],
  ])('%.40j is %s', (value, content) => {
    expect(read(value)).toEqual({ content, signature: 'none', algorithm: null, signer: null });
  });

  it('verifies the signature of StepFun with the key it brings', () => {
    const facts = read(STEPFUN_CODE, { fields: STEPFUN.fields });
    expect(facts).toEqual({
      content: 'security_data',
      signature: 'verified_embedded',
      algorithm: 'SM2 with SM3',
      signer: null,
    });
  });

  it.each(['Label', 'ContentProducer', 'ProduceID'] as const)('fails when %s was changed', (key) => {
    const fields = { ...STEPFUN.fields, [key]: `${STEPFUN.fields[key]}0` };
    expect(read(STEPFUN_CODE, { fields })).toMatchObject({ signature: 'failed' });
    expect(read(STEPFUN_CODE, { fields: { ...fields, [key]: null } })).toMatchObject({ signature: 'failed' });
  });

  it('does not let a quotation mark move a value into another one', () => {
    const { fields } = OPENSSL;
    const moved = { Label: `1","ContentProducer":"${fields.ContentProducer}`, ContentProducer: '', ProduceID: '' };
    const value = securityData(OPENSSL.signature, OPENSSL.x);
    expect(read(value, { fields: { ...fields, ...moved } })).toMatchObject({ signature: 'failed' });
  });

  it('says whose key it is only when the key is pinned, brought along or not', () => {
    const brought = securityData(OPENSSL.signature, `00${OPENSSL.x}`);
    expect(read(brought)).toMatchObject({ signature: 'verified_embedded', signer: null });
    const pinned = { signature: 'verified_pinned', signer: 'Example' };
    expect(read(brought, { pinnedKeys: PINNED })).toMatchObject(pinned);
    expect(read(securityData(OPENSSL.signature, null), { pinnedKeys: PINNED })).toMatchObject(pinned);
    const other = securityData(OPENSSL.signature, STEPFUN.point);
    expect(read(other, { pinnedKeys: PINNED })).toMatchObject({ signature: 'failed', signer: null });
  });

  it('finds the key of a signature by its id', () => {
    const items = securityItems(OPENSSL.signature, STEPFUN.point, { KeyID: 'b' });
    const PubSD = [...items, { Type: 'PubKey', KeyID: 'b', KeyValue: OPENSSL.x }];
    const value = JSON.stringify({ SecurityData: { Type: 'TC260PG', Version: 1, PubSD } });
    expect(read(value)).toMatchObject({ signature: 'verified_embedded' });
  });

  it('reads a structure without its outer name, as text, and with names in another case', () => {
    const PubSD = securityItems(OPENSSL.signature, OPENSSL.x);
    const plain = { Type: 'TC260PG', Version: 1, PubSD };
    for (const form of [
      plain,
      { SecurityData: JSON.stringify(plain) },
      { Type: 'TC260PG', Version: '1', PubSd: PubSD },
    ]) {
      expect(read(JSON.stringify(form))).toMatchObject({ content: 'security_data', signature: 'verified_embedded' });
    }
  });

  it.each([
    [
      'a signature of a file hash',
      securityData('3006020101020101', OPENSSL.x, { TBSData: { Type: 'Bnd' } }),
      'SM2 with SM3',
    ],
    [
      'RSA',
      securityData('ab', 'cd', { AlgID: '1.2.840.113549.1.1.11', TBSData: { Type: 'Content' } }),
      'RSA with SHA-256',
    ],
    ['an unknown algorithm', securityData('ab', 'cd', { AlgID: 'ed25519' }), 'ed25519'],
    ['a hash block', '{"Type":" TC260PG","AlgID":"sm3","Value":"00"}', 'SM3'],
    ['no key', securityData(OPENSSL.signature, null), 'SM2 with SM3'],
    ['a key of an unknown form', securityData(OPENSSL.signature, 'AAAA'), 'SM2 with SM3'],
    ['a signature in Base64', securityData('MEUCIA==', OPENSSL.x), 'SM2 with SM3'],
    [
      'another version',
      securityData('3006020101020101', OPENSSL.x).replace('"Version":1', '"Version":2'),
      'SM2 with SM3',
    ],
  ])('does not judge %s', (_what, value, algorithm) => {
    const facts = { content: 'security_data', signature: 'unsupported', algorithm, signer: null };
    expect(read(value, { pinnedKeys: [] })).toEqual(facts);
  });

  it('finds no signature in a structure without one', () => {
    const value = '{"SecurityData":{"Type":"TC260PG","Version":1,"Bindings":[]}}';
    expect(read(value)).toMatchObject({ content: 'security_data', signature: 'none', algorithm: null });
  });

  it.each(['3000', `${OPENSSL.signature}00`, 'ff'.repeat(64), '0'.repeat(128)])(
    'a broken signature fails: %.20s',
    (text) => {
      expect(read(securityData(text, OPENSSL.x))).toMatchObject({ signature: 'failed' });
    },
  );

  it('a key beside the curve fails', () => {
    expect(read(securityData(OPENSSL.signature, OPENSSL.y + OPENSSL.x))).toMatchObject({ signature: 'failed' });
  });

  it('does not judge ReservedCode2, whose signed message is not known', () => {
    const value = securityData(OPENSSL.signature, OPENSSL.x);
    expect(read(value, { which: 'ReservedCode2' })).toMatchObject({ signature: 'unsupported' });
  });

  it('stops when the file has had its signature checks', () => {
    const budget = { signatures: 3 };
    const wrong = securityData(OPENSSL.signature, STEPFUN.point);
    const right = securityData(OPENSSL.signature, OPENSSL.x);
    expect(read(wrong, { budget }).signature).toBe('failed');
    expect(read(right, { budget }).signature).toBe('verified_embedded');
    expect(read(right, { budget }).signature).toBe('unsupported');
    expect(budget.signatures).toBe(0);
  });

  it('survives every cut, many flipped characters and deep nesting', () => {
    const random = seededRandom(41);
    for (let length = 0; length < STEPFUN_CODE.length; length += 1) {
      expect(read(STEPFUN_CODE.slice(0, length)).signature).toBe('none');
    }
    for (let round = 0; round < 300; round += 1) {
      const at = random.below(STEPFUN_CODE.length);
      const flipped = STEPFUN_CODE.slice(0, at) + String.fromCharCode(random.below(256)) + STEPFUN_CODE.slice(at + 1);
      const context = { fields: STEPFUN.fields, budget: { signatures: 0 } };
      expect(['none', 'failed', 'unsupported']).toContain(read(flipped, context).signature);
    }
    for (const [open, close] of [
      ['[', ']'],
      ['{"PubSD":', '}'],
    ] as const) {
      const nested = `${open.repeat(60_000)}1${close.repeat(60_000)}`;
      expect(read(`{"SecurityData":{"PubSD":${nested}}}`).signature).toBe('unsupported');
    }
  });

  it('answers for any JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (data, items) => {
        read(`{"SecurityData":${data}}`);
        read(`{"SecurityData":{"Type":"TC260PG","Version":1,"PubSD":${items}}}`);
        read(`{"__proto__":${data},"Type":"TC260PG","PubSD":[{"Type":"DS","TBSData":${items}}]}`);
      }),
      { seed: 5, numRuns: 200 },
    );
  });
});

describe('signatures and keys of any hexadecimal', () => {
  it('never verify and never throw', () => {
    const hex = fc.string({ unit: fc.constantFrom('0', '2', '3', '4', 'a', 'F'), maxLength: 200 });
    fc.assert(
      fc.property(hex, hex, (signature, key) => {
        const facts = read(securityData(signature, key), { budget: { signatures: 0 } });
        expect(['failed', 'unsupported']).toContain(facts.signature);
      }),
      { seed: 6, numRuns: 300 },
    );
  });
});

describe('the pinned keys', () => {
  it('are points of the curve, each of one signer, given by the even y', () => {
    for (const { point } of PINNED_KEYS) {
      expect(pointOfHex(`02${point.x.toString(16).padStart(64, '0')}`)).toEqual(point);
    }
    expect(new Set(PINNED_KEYS.map(({ point }) => point.x)).size).toBe(PINNED_KEYS.length);
    expect(read('', { fields: MIRRORED }).signature).toBe('none');
  });
});
