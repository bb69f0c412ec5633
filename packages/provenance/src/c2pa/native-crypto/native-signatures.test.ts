import { constants, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { mutateFile, mutationRun, seededRandom } from '@revera/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { fillSlots, NO_HOST_FUNCTIONS } from './connect-natives.ts';
import { KNOWN_ENGINES } from './known-engines.ts';
import { HASHES, isValidSignature, type SignatureQuestion } from './native-signatures.ts';
import { rerouteFunctions } from './reroute-functions.ts';
import { openSignatureBench, type SignatureBench } from './signature-bench.ts';

const DATA = Buffer.from(
  'Some words that are signed, and some more of them to fill a block of the hash and a second one.',
);
const { seed } = mutationRun;
const MUTANTS = 40;

let engine: SignatureBench;
beforeAll(async () => {
  const [known] = KNOWN_ENGINES;
  if (known === undefined) throw new Error('no engine is known');
  const published = readFileSync(createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm'));
  engine = openSignatureBench(await WebAssembly.compile(rerouteFunctions(published, known)));
  // The engine's own code answers.
  fillSlots(engine.instance, NO_HOST_FUNCTIONS);
});

type Hash = SignatureQuestion['hash'];
interface Keys {
  privateKey: KeyObject;
  publicKey: Buffer;
}

const spkiOf = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' });

function ecKeys(namedCurve: string): Keys {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
  return { privateKey, publicKey: spkiOf(publicKey) };
}

function rsaKeys(modulusLength: number, publicExponent = 65_537): Keys {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength, publicExponent });
  return { privateKey, publicKey: spkiOf(publicKey) };
}

/** Two keys, made once: that takes seconds. */
const [firstRsa, secondRsa] = [rsaKeys(2048), rsaKeys(2048)];

function ecdsa({ privateKey, publicKey }: Keys, hash: Hash, dsaEncoding: 'der' | 'ieee-p1363'): SignatureQuestion {
  for (;;) {
    const signature = sign(hash, DATA, { key: privateKey, dsaEncoding });
    // One in 256 pairs begins as DER does, and is left to the engine; a test of its own says so.
    if ((signature[0] === 0x30) !== (dsaEncoding === 'ieee-p1363')) {
      return { scheme: 'ecdsa', hash, signature, data: DATA, publicKey };
    }
  }
}

function pss({ privateKey: key, publicKey }: Keys, hash: Hash, saltLength: number): SignatureQuestion {
  const signature = sign(hash, DATA, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength });
  return { scheme: 'rsa_pss', hash, signature, data: DATA, publicKey };
}

function pkcs1({ privateKey, publicKey }: Keys, hash: Hash): SignatureQuestion {
  return { scheme: 'rsa_pkcs1', hash, signature: sign(hash, DATA, privateKey), data: DATA, publicKey };
}

/** What both say: first OpenSSL, then the engine. */
const bothSay = (question: SignatureQuestion): [boolean, boolean] => [isValidSignature(question), engine.ask(question)];

/** Made with one of two keys. */
type Make = (rsa?: Keys) => SignatureQuestion;

const usual: [string, Make][] = HASHES.flatMap((hash): [string, Make][] => [
  [`ECDSA, P-256, ${hash}, as a pair`, () => ecdsa(ecKeys('prime256v1'), hash, 'ieee-p1363')],
  [`ECDSA, P-256, ${hash}, in DER`, () => ecdsa(ecKeys('prime256v1'), hash, 'der')],
  [`ECDSA, P-384, ${hash}, as a pair`, () => ecdsa(ecKeys('secp384r1'), hash, 'ieee-p1363')],
  [`ECDSA, P-384, ${hash}, in DER`, () => ecdsa(ecKeys('secp384r1'), hash, 'der')],
  [`RSA-PSS, ${hash}`, (rsa = firstRsa) => pss(rsa, hash, constants.RSA_PSS_SALTLEN_DIGEST)],
  [`RSA PKCS #1 v1.5, ${hash}`, (rsa = firstRsa) => pkcs1(rsa, hash)],
]);

describe('a signature that issuers make', () => {
  it.each(usual)('is valid for OpenSSL and for the engine: %s', (_name, make) => {
    expect(bothSay(make())).toEqual([true, true]);
  });

  it('is valid for both with RSA keys of 3072 bits', () => {
    const keys = rsaKeys(3072);
    expect(bothSay(pkcs1(keys, 'sha384'))).toEqual([true, true]);
    expect(bothSay(pss(keys, 'sha384', constants.RSA_PSS_SALTLEN_DIGEST))).toEqual([true, true]);
  });

  it('is valid for both with a key that is for RSA-PSS alone', () => {
    const hash = 'sha256';
    const { privateKey, publicKey } = generateKeyPairSync('rsa-pss', {
      modulusLength: 2048,
      hashAlgorithm: hash,
      mgf1HashAlgorithm: hash,
    });
    expect(bothSay(pss({ privateKey, publicKey: spkiOf(publicKey) }, hash, constants.RSA_PSS_SALTLEN_DIGEST))).toEqual([
      true,
      true,
    ]);
  });

  it.each(usual)('is valid for neither when anything in it is changed: %s', (_name, make) => {
    const question = make();
    const other = HASHES[(HASHES.indexOf(question.hash) + 1) % HASHES.length] ?? 'sha256';
    expect(bothSay({ ...question, data: Buffer.from('other words') })).toEqual([false, false]);
    expect(bothSay({ ...question, hash: other })).toEqual([false, false]);
    expect(bothSay({ ...question, publicKey: make(secondRsa).publicKey })).toEqual([false, false]);
  });

  it.each(usual)(`is never valid for OpenSSL alone when it is damaged: %s, seed ${seed}`, (_name, make) => {
    const random = seededRandom(seed);
    const question = make();
    for (let i = 0; i < MUTANTS; i++) {
      const part = i % 2 === 0 ? 'signature' : 'publicKey';
      const mutant = { ...question, [part]: mutateFile(question[part], random) };
      const [native, own] = bothSay(mutant);
      if (native) expect(own).toBe(true);
    }
  });
});

/** The point in the form that begins with 2 or 3 (SEC 1 §2.3.3). */
function compressed(publicKey: Buffer): Buffer {
  const coordinateBytes = 32;
  const point = publicKey.subarray(-2 * coordinateBytes - 1);
  const form = 2 + ((point.at(-1) ?? 0) & 1);
  const header = Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex');
  return Buffer.concat([header, Buffer.of(form), point.subarray(1, 1 + coordinateBytes)]);
}

/** The key with `hash` as an inner length of two bytes where one would do: BER, not DER. */
function inBer(publicKey: Buffer): Buffer {
  const [, length = 0, ...rest] = publicKey;
  return Buffer.from([0x30, 0x81, length, ...rest]);
}

function beginningAsDer(keys: Keys): SignatureQuestion {
  for (;;) {
    const signature = sign('sha256', DATA, { key: keys.privateKey, dsaEncoding: 'ieee-p1363' });
    if (signature[0] === 0x30)
      return { scheme: 'ecdsa', hash: 'sha256', signature, data: DATA, publicKey: keys.publicKey };
  }
}

const left: [string, () => SignatureQuestion][] = [
  ['a pair that begins as DER does', () => beginningAsDer(ecKeys('prime256v1'))],
  ['P-521', () => ecdsa(ecKeys('secp521r1'), 'sha512', 'der')],
  ['P-521 with a hash that is too short for it', () => ecdsa(ecKeys('secp521r1'), 'sha256', 'der')],
  ['a curve that C2PA does not have', () => ecdsa(ecKeys('secp256k1'), 'sha256', 'der')],
  ['RSA of 1024 bits', () => pkcs1(rsaKeys(1024), 'sha256')],
  ['RSA with the exponent 3', () => pkcs1(rsaKeys(2048, 3), 'sha256')],
  ['RSA-PSS with a salt of another length', () => pss(firstRsa, 'sha256', 20)],
  [
    'a compressed point',
    () => {
      const keys = ecKeys('prime256v1');
      const publicKey = compressed(keys.publicKey);
      createPublicKey({ key: publicKey, format: 'der', type: 'spki' });
      return { ...ecdsa(keys, 'sha256', 'der'), publicKey };
    },
  ],
  [
    'a key in BER',
    () => {
      const keys = ecKeys('prime256v1');
      return { ...ecdsa(keys, 'sha256', 'der'), publicKey: inBer(keys.publicKey) };
    },
  ],
  [
    'a curve that is described instead of named',
    () => {
      const { privateKey, publicKey } = generateKeyPairSync('ec', {
        namedCurve: 'prime256v1',
        paramEncoding: 'explicit',
      });
      return ecdsa({ privateKey, publicKey: spkiOf(publicKey) }, 'sha256', 'der');
    },
  ],
  [
    'bytes after the key',
    () => {
      const question = ecdsa(ecKeys('prime256v1'), 'sha256', 'der');
      return { ...question, publicKey: Buffer.concat([question.publicKey, Buffer.of(0)]) };
    },
  ],
  ['no key at all', () => ({ ...ecdsa(ecKeys('prime256v1'), 'sha256', 'der'), publicKey: Buffer.alloc(0) })],
  ['no signature at all', () => ({ ...ecdsa(ecKeys('prime256v1'), 'sha256', 'der'), signature: Buffer.alloc(0) })],
];

describe('a signature that the engine may see in another way', () => {
  it.each(left)('is left to the engine: %s', (_name, make) => {
    expect(isValidSignature(make())).toBe(false);
  });

  it('is one that the engine then judges by its own rules', () => {
    const judged = left.map(([name, make]) => [name, engine.ask(make())]);
    expect(Object.fromEntries(judged)).toMatchObject({
      'a pair that begins as DER does': true,
      'P-521': true,
      'P-521 with a hash that is too short for it': false,
      'a curve that C2PA does not have': false,
      'RSA-PSS with a salt of another length': false,
      'a curve that is described instead of named': false,
    });
  });
});
