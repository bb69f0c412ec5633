import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { engineCandidates } from '../../testing/engine-candidates.ts';
import { compileEngineModule } from '../engine-module.ts';
import { testCompression } from './hash-self-test.ts';
import { findKnownEngine, KNOWN_ENGINES, type KnownEngine } from './known-engines.ts';
import { rerouteFunctions } from './reroute-functions.ts';
import { testSignatures } from './signature-self-test.ts';

const require = createRequire(import.meta.url);
const published = readFileSync(require.resolve('@contentauth/c2pa-wasm/c2pa.wasm'));
const installed: unknown = JSON.parse(readFileSync(require.resolve('@contentauth/c2pa-wasm/package.json'), 'utf8'));
const [known] = KNOWN_ENGINES;
if (known === undefined) throw new Error('no engine is known');

const cryptographyWith = async (changes: Partial<KnownEngine>): Promise<unknown> =>
  (await compileEngineModule({ findKnown: () => ({ ...known, ...changes }) })).cryptography;

describe('the engine that is installed', () => {
  it('is known, so that OpenSSL hashes for it', async () => {
    const row = findKnownEngine(published);
    const candidates = row === undefined ? engineCandidates(published) : null;
    expect(row, `no row for this version; candidates: ${JSON.stringify(candidates)}`).toBeDefined();
    expect(installed).toMatchObject({ version: row?.version });
    expect((await compileEngineModule()).cryptography).toEqual({ kind: 'native' });
  });

  it('has what its row says among the candidates for a row', () => {
    const { compressionFunctions, signatureFunctions, hashBufferAt, wholeFileAt } = engineCandidates(published);
    expect(compressionFunctions).toContain(known.compressionFunction);
    expect(signatureFunctions).toEqual(Object.values(known.signatureFunctions).toSorted((a, b) => a - b));
    expect({ hashBufferAt, wholeFileAt }).toEqual({ hashBufferAt: known.hashBufferAt, wholeFileAt: known.wholeFileAt });
  });
});

describe('an engine that cannot be changed as its row says', () => {
  it.each([
    ['another function of the same type', { compressionFunction: 141 }],
    ['no such function', { compressionFunction: 1_000_000 }],
    ['an imported function', { compressionFunction: 3 }],
    ['another function for signatures', { signatureFunctions: { ...known.signatureFunctions, rsa_pss: 1013 } }],
    ['another function of the type of those', { signatureFunctions: { ...known.signatureFunctions, ecdsa: 591 } }],
    ['another place of the buffer', { hashBufferAt: [known.compressionFunction] }],
    ['another place of the threshold', { wholeFileAt: [0] }],
  ])('hashes itself: %s', async (_what, changes) => {
    expect(await cryptographyWith(changes)).toMatchObject({
      kind: 'in_engine',
      reason: expect.stringMatching(/./) as unknown,
    });
  });

  it('hashes itself when the version is unknown', async () => {
    const { cryptography } = await compileEngineModule({ findKnown: () => undefined });
    expect(cryptography).toEqual({ kind: 'in_engine', reason: 'this version is not known' });
  });

  it.each([
    ['its SHA-256', [0xf2, 0x78, 0x71, 0xc6], testCompression, 'not SHA-256'],
    ['the curve P-256', [0x51, 0x25, 0x63, 0xfc], testSignatures, 'does not check ecdsa'],
  ])('is found out by the test of itself when a constant of %s is damaged', async (_of, bytes, test, message) => {
    const rerouted = rerouteFunctions(published, known);
    test(await WebAssembly.compile(rerouted));
    // The last round constants (FIPS 180-4 §4.2.2), and the curve's order (SP 800-186 §3.2.1.3), as data.
    const constant = Buffer.from(bytes);
    const damaged = Buffer.from(rerouted);
    for (let at = damaged.indexOf(constant); at >= 0; at = damaged.indexOf(constant, at)) damaged[at] = 0xff;
    const module = await WebAssembly.compile(Uint8Array.from(damaged));
    expect(() => test(module)).toThrow(message);
  });
});
