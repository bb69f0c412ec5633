import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { engineCandidates } from '../../testing/engine-candidates.ts';
import { compileEngineModule } from '../engine-module.ts';
import { findKnownEngine, KNOWN_ENGINES, type KnownEngine } from './known-engines.ts';
import { rerouteCompression } from './reroute-compression.ts';
import { testCompression } from './self-test.ts';

const require = createRequire(import.meta.url);
const published = readFileSync(require.resolve('@contentauth/c2pa-wasm/c2pa.wasm'));
const installed: unknown = JSON.parse(readFileSync(require.resolve('@contentauth/c2pa-wasm/package.json'), 'utf8'));
const [known] = KNOWN_ENGINES;
if (known === undefined) throw new Error('no engine is known');

const hashingWith = async (changes: Partial<KnownEngine>): Promise<unknown> =>
  (await compileEngineModule({ findKnown: () => ({ ...known, ...changes }) })).hashing;

describe('the engine that is installed', () => {
  it('is known, so that OpenSSL hashes for it', async () => {
    const row = findKnownEngine(published);
    const candidates = row === undefined ? engineCandidates(published) : null;
    expect(row, `no row for this version; candidates: ${JSON.stringify(candidates)}`).toBeDefined();
    expect(installed).toMatchObject({ version: row?.version });
    expect((await compileEngineModule()).hashing).toEqual({ kind: 'native' });
  });

  it('has what its row says among the candidates for a row', () => {
    const { compressionFunctions, hashBufferAt, wholeFileAt } = engineCandidates(published);
    expect(compressionFunctions).toContain(known.compressionFunction);
    expect({ hashBufferAt, wholeFileAt }).toEqual({ hashBufferAt: known.hashBufferAt, wholeFileAt: known.wholeFileAt });
  });
});

describe('an engine that cannot be changed as its row says', () => {
  it.each([
    ['another function of the same type', { compressionFunction: 141 }],
    ['no such function', { compressionFunction: 1_000_000 }],
    ['an imported function', { compressionFunction: 3 }],
    ['another place of the buffer', { hashBufferAt: [known.compressionFunction] }],
    ['another place of the threshold', { wholeFileAt: [0] }],
  ])('hashes itself: %s', async (_what, changes) => {
    expect(await hashingWith(changes)).toMatchObject({
      kind: 'in_engine',
      reason: expect.stringMatching(/./) as unknown,
    });
  });

  it('hashes itself when the version is unknown', async () => {
    const { hashing } = await compileEngineModule({ findKnown: () => undefined });
    expect(hashing).toEqual({ kind: 'in_engine', reason: 'this version is not known' });
  });

  it('is found out by the test of itself when a constant of its function is damaged', async () => {
    const rerouted = rerouteCompression(published, known.compressionFunction);
    testCompression(await WebAssembly.compile(rerouted));
    // The last round constants (FIPS 180-4 §4.2.2), as data of the module.
    const constant = Buffer.from([0xf2, 0x78, 0x71, 0xc6]);
    const damaged = Buffer.from(rerouted);
    for (let at = damaged.indexOf(constant); at >= 0; at = damaged.indexOf(constant, at)) damaged[at] = 0xf3;
    const module = await WebAssembly.compile(Uint8Array.from(damaged));
    expect(() => testCompression(module)).toThrow('not SHA-256');
  });
});
