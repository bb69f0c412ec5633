import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  coveredOffsets,
  describeWithShared,
  duplicate,
  flipBit,
  mutationRun,
  remove,
  seededRandom,
  type SeededRandom,
  sharedFolder,
  swap,
  truncate,
} from '@revera/testkit';
import { createAuthority } from '@revera/testkit/authorities';
import { hostileFiles } from '@revera/testkit/hostile';
import { mediaKinds } from '@revera/testkit/media';
import { startTripwireServer } from '@revera/testkit/servers';
import { signMedia } from '@revera/testkit/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnalysisError } from './pool/analysis-error.ts';
import { openEngineBench, type EngineBench } from './testing/engine-bench.ts';
import { listOf, NO_LISTS, realSnapshot, snapshotOf } from './testing/trust-snapshots.ts';
import type { TrustSnapshot } from './trust/trust-list.ts';

const { mutations, seed } = mutationRun;
/** Each of these files goes through the engine, which takes a hundred times as long as the readers alone. */
const FLIPS = Math.ceil(mutations / 100);
const DAMAGES = 6 * FLIPS;

let bench: EngineBench;
beforeAll(async () => {
  bench = await openEngineBench();
});
afterAll(() => bench.close());

/** The published status, or the error's code when the file is refused. */
async function statusOf(bytes: Uint8Array, trust: TrustSnapshot): Promise<string> {
  try {
    return (await bench.analyzeBytes(bytes, trust)).verdict.provenance_status;
  } catch (error) {
    if (error instanceof AnalysisError) return error.code;
    throw error;
  }
}

/** Statuses of the file with one bit turned over at each offset. */
async function statusesOfFlips(file: Uint8Array, offsets: readonly number[], trust: TrustSnapshot): Promise<string[]> {
  return Promise.all(offsets.map((offset, i) => statusOf(flipBit(file, offset, i), trust)));
}

/** What the hard binding leaves out, by the credential's own word. */
async function exclusionsOf(file: Uint8Array): Promise<{ start: number; length: number }[]> {
  const { crjson } = await bench.analyzeBytes(file, NO_LISTS);
  const ranges = [...(crjson ?? '').matchAll(/"start":\s*(\d+),\s*"length":\s*(\d+)/g)];
  return ranges.map(([, start, length]) => ({ start: Number(start), length: Number(length) }));
}

const signable = Object.entries(mediaKinds).filter(([, kind]) => kind.engineSigns);

describe(`one turned bit, seed ${seed},`, () => {
  it.each(signable)('in a signed %s is never verified', async (_name, kind) => {
    const authority = await createAuthority();
    const trust = snapshotOf(listOf('service', [authority.rootPem]));
    const signed = await signMedia(kind.build(), kind.mediaType, { authority });
    expect(await statusOf(signed, trust)).toBe('verified');
    // BMFF leaves boxes out by name, not by range; their places are found by trying.
    const excluded = await exclusionsOf(signed);
    const offsets = coveredOffsets(signed, excluded, { count: FLIPS, seed });
    const statuses = await statusesOfFlips(signed, offsets, trust);
    const survivors = offsets.filter((_, i) => statuses[i] === 'verified');
    expect(survivors.filter((offset) => !isExcludedBox(signed, offset))).toEqual([]);
  });
});

/** What a BMFF hash leaves out by name: the store itself, free space, `ftyp` and `mfra` (C2PA 2.x §18.6). */
function isExcludedBox(file: Uint8Array, offset: number): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return false;
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (offset >= at && offset < at + size) return ['free', 'skip', 'uuid', 'ftyp', 'mfra'].includes(type);
    if (size < 8) return false;
    at += size;
  }
  return false;
}

describeWithShared(`one turned bit in a real, trusted file, seed ${seed},`, 'corpus', (corpus) => {
  const trust = realSnapshot(sharedFolder('trust') ?? '', { testRoots: true });
  const files = [
    'vendor/flux-1.png',
    'c2pa/public-testfiles/image/jpeg/adobe-20220124-CA.jpg',
    'c2pa/public-testfiles/image/jpeg/adobe-20220124-CICA.jpg',
    'c2pa/c2pa-rs/ocsp.jpg',
    'c2pa/public-testfiles/pdf/adobe-20240110-single_manifest_store.pdf',
  ];

  it.each(files)(
    '%s is never verified',
    async (name) => {
      const file = readFileSync(join(corpus, name));
      expect(await statusOf(file, trust)).toBe('verified');
      const exclusions = await exclusionsOf(file);
      const offsets = coveredOffsets(file, exclusions, { count: FLIPS, seed });
      const statuses = await statusesOfFlips(file, offsets, trust);
      expect(offsets.filter((_, i) => statuses[i] === 'verified')).toEqual([]);
    },
    180_000,
  );
});

describe(`damage of any kind, seed ${seed},`, () => {
  it('never crashes, hangs or passes as verified', async () => {
    const authority = await createAuthority();
    const trust = snapshotOf(listOf('service', [authority.rootPem]));
    const random = seededRandom(seed);
    const originals = await Promise.all(
      signable.map(([, kind]) => signMedia(kind.build(), kind.mediaType, { authority })),
    );
    const damaged = Array.from({ length: DAMAGES }, (_, i) => damage(originals[i % originals.length], random)).filter(
      (file, i) => isChanged(originals[i % originals.length], file),
    );
    expect(damaged.length).toBeGreaterThan(DAMAGES / 2);
    const statuses = await Promise.all(damaged.map((file) => statusOf(file, trust)));
    expect(statuses.filter((status) => status === 'verified')).toEqual([]);
    expect(bench.pool.stats()).toMatchObject({ threads: 2, busy: 0, waiting: 0 });
  }, 120_000);

  it('random bytes are refused or say nothing', async () => {
    const random = seededRandom(seed + 1);
    const files = Array.from({ length: 200 }, () => random.bytes(1 + random.below(4_000)));
    const statuses = await Promise.all(files.map((file) => statusOf(file, NO_LISTS)));
    expect(statuses.filter((status) => status !== 'unknown_media_type' && status !== 'unknown')).toEqual([]);
  });
});

/** Cuts the file short, takes a piece out, writes a piece twice or exchanges two. */
function damage(original: Uint8Array | undefined, random: SeededRandom): Uint8Array {
  if (original === undefined) throw new Error('no file to damage');
  const half = Math.floor(original.length / 2);
  const start = random.below(half);
  const length = 1 + random.below(Math.min(200, half - 1));
  switch (random.below(4)) {
    case 0:
      return truncate(original, 1 + random.below(original.length - 1));
    case 1:
      return remove(original, { start, length });
    case 2:
      return duplicate(original, { start, length });
    default:
      return swap(original, { start, length: Math.min(length, half - start) }, { start: half, length });
  }
}

/** Two pieces that were exchanged may be the same zeros, or lie where nothing is hashed. */
function isChanged(original: Uint8Array | undefined, file: Uint8Array): boolean {
  if (original === undefined || original.length !== file.length) return true;
  return original.some((byte, offset) => byte !== file[offset] && !isExcludedBox(original, offset));
}

describe('hostile files', () => {
  it.each(Object.entries(hostileFiles))('%s ends as a fact or a clear error', async (_name, hostile) => {
    const status = await statusOf(hostile.build(), NO_LISTS);
    expect([
      'unknown',
      'invalid',
      'binding_failed',
      'strong_evidence',
      'unknown_media_type',
      'nothing_readable',
    ]).toContain(status);
  });
});

describe('the network', () => {
  it('is never used: a declared remote manifest is reported, not fetched', async () => {
    const tripwire = await startTripwireServer();
    const authority = await createAuthority();
    const remoteUrl = `${tripwire.url}/manifest.c2pa`;
    const options = { authority, remoteUrl, noEmbed: true };
    const file = await signMedia(mediaKinds.jpeg.build(), 'image/jpeg', options);
    const { report, verdict } = await bench.analyzeBytes(file, NO_LISTS);
    expect(report.c2pa).toMatchObject({ facts: { kind: 'absent', remote_manifest_url: remoteUrl } });
    expect(verdict.notes.map((note) => note.code)).toContain('remote_manifest_not_fetched');
    await tripwire.close();
    expect(tripwire.requests).toEqual([]);
  });
});
