import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createAuthority, type Authority } from '@revera/testkit/authorities';
import { hostileFiles, type HostileFile } from '@revera/testkit/hostile';
import { mediaKinds } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimReserveBytes, signClaim } from '../c2pa/sign/cose.ts';
import {
  claimSignerOf,
  NO_EVIDENCE,
  openSignBench,
  trustIn,
  type BenchSigning,
  type SignBench,
} from '../testing/sign-bench.ts';
import { AnalysisError, SigningError } from './analysis-error.ts';

let authority: Authority;
beforeAll(async () => {
  authority = await createAuthority();
});

/** The signature that a claim should get. */
function goodSignature(claim: Uint8Array): Promise<Uint8Array> {
  const signer = claimSignerOf(authority);
  return signClaim(claim, signer, NO_EVIDENCE, claimReserveBytes(signer, NO_EVIDENCE));
}

/** What became of one signing: the error it ended with, if any, and whether a file was left. */
async function outcomeOf(bench: SignBench, bytes: Uint8Array, signing: Partial<BenchSigning> = {}) {
  const outputPath = bench.outputPath();
  const error: unknown = await bench.signPath(await bench.write(bytes), { authority, outputPath, ...signing }).then(
    () => null,
    (reason: unknown) => reason,
  );
  return { error, isWritten: existsSync(outputPath) };
}

/** A signer that is asked and answers when it is told to. */
function heldSigner() {
  const [asked, answered] = [gate(), gate()];
  const sign = async (claim: Uint8Array): Promise<Uint8Array> => {
    asked.open();
    await answered.passed;
    return goodSignature(claim);
  };
  return { signClaim: sign, asked: asked.passed, answer: answered.open };
}

function gate(): { open: () => void; passed: Promise<void> } {
  const state = { open: (): void => undefined };
  const passed = new Promise<void>((resolve) => {
    state.open = resolve;
  });
  return { open: () => state.open(), passed };
}

describe('a signer that fails', () => {
  let bench: SignBench;
  beforeAll(async () => {
    bench = await openSignBench({ size: 1 });
  });
  afterAll(() => bench.close());

  const expectNextFileIsSigned = async () => {
    const { replaced } = bench.pool.stats();
    const signed = await bench.sign(mediaKinds.png.build(), { authority });
    const { verdict } = await bench.analyzeBytes(signed, trustIn(authority));
    expect(verdict.provenance_status).toBe('verified');
    expect(bench.pool.stats()).toMatchObject({ threads: 1, replaced, busy: 0, waiting: 0 });
  };

  it.each([
    ['rejects', (failure: unknown) => Promise.reject(failure as Error)],
    [
      'throws before it gives a promise',
      (failure: unknown) => {
        throw failure as Error;
      },
    ],
  ])('%s: its very error comes through and its thread works on', async (_how, signClaimed) => {
    const failure = Object.assign(new Error('the key store is away'), { code: 'KEY_STORE' });
    const { replaced } = bench.pool.stats();
    const outcome = await outcomeOf(bench, mediaKinds.jpeg.build(), { signClaim: () => signClaimed(failure) });
    expect(outcome.error).toBe(failure);
    expect(outcome.isWritten).toBe(false);
    expect(bench.pool.stats().replaced).toBe(replaced);
    await expectNextFileIsSigned();
  });

  it.each([
    ['nothing', () => new Uint8Array()],
    ['too few bytes', (good: Uint8Array) => good.subarray(0, -1)],
    ['too many bytes', (good: Uint8Array) => Buffer.concat([good, Buffer.of(0)])],
    ['as many bytes as reserved, of no sense', (good: Uint8Array) => new Uint8Array(good.length).fill(0xff)],
    ['as many zeros as reserved', (good: Uint8Array) => new Uint8Array(good.length)],
  ])('answers %s: an error, nothing is written and its thread works on', async (_what, spoil) => {
    const signClaimed = async (claim: Uint8Array) => spoil(await goodSignature(claim));
    const outcome = await outcomeOf(bench, mediaKinds.jpeg.build(), { signClaim: signClaimed });
    expect(outcome.error).toBeInstanceOf(Error);
    expect(outcome.isWritten).toBe(false);
    await expectNextFileIsSigned();
  });
});

describe('a signer that takes its time', () => {
  it('ends at the deadline, and its late answer does not disturb the next file', async () => {
    const bench = await openSignBench({ size: 1 });
    await bench.pool.warmUp();
    const [late, next] = [heldSigner(), heldSigner()];
    const first = outcomeOf(bench, mediaKinds.jpeg.build(), { signClaim: late.signClaim, deadlineMs: 2000 });
    await late.asked;
    expect((await first).error).toEqual(new AnalysisError('deadline_exceeded'));
    const to = bench.outputPath();
    const path = await bench.write(mediaKinds.jpeg.build());
    const second = bench.signPath(path, { authority, outputPath: to, signClaim: next.signClaim });
    await next.asked;
    late.answer();
    next.answer();
    await expect(second).resolves.toMatchObject({ mediaType: 'image/jpeg' });
    const { verdict } = await bench.analyzePath(to, trustIn(authority));
    expect(verdict.provenance_status).toBe('verified');
    expect(bench.pool.stats()).toMatchObject({ threads: 1, busy: 0, replaced: 1 });
    await bench.close();
  });

  it('leaves the other thread to other files meanwhile', async () => {
    const bench = await openSignBench({ size: 2 });
    const held = heldSigner();
    const waiting = outcomeOf(bench, mediaKinds.jpeg.build(), { signClaim: held.signClaim });
    await held.asked;
    for (const kind of [mediaKinds.png, mediaKinds.wav]) await bench.sign(kind.build(), { authority });
    expect(bench.pool.stats()).toMatchObject({ busy: 1, replaced: 0 });
    held.answer();
    expect(await waiting).toEqual({ error: null, isWritten: true });
    await bench.close();
  });

  it('fails with the pool when that is closed meanwhile', async () => {
    const bench = await openSignBench({ size: 1 });
    const held = heldSigner();
    const waiting = outcomeOf(bench, mediaKinds.jpeg.build(), { signClaim: held.signClaim });
    await held.asked;
    await bench.pool.close();
    expect((await waiting).error).toEqual(new AnalysisError('pool_closed'));
    held.answer();
    await bench.close();
  });
});

describe('the signed copy', () => {
  let bench: SignBench;
  beforeAll(async () => {
    bench = await openSignBench({ size: 1 });
  });
  afterAll(() => bench.close());

  it('is as large as the pool says, and has the digest that it says', async () => {
    const [path, outputPath] = [await bench.write(mediaKinds.avi.build()), bench.outputPath()];
    const { inspection, ...signed } = await bench.signPath(path, { authority, outputPath, trust: trustIn(authority) });
    const { report } = await bench.analyzePath(outputPath, trustIn(authority));
    expect(inspection.report).toEqual(report);
    expect(signed).toEqual({
      mediaType: 'video/x-msvideo',
      discardedAddress: null,
      sizeBytes: report.file.size_bytes,
      sha256: createHash('sha256').update(readFileSync(outputPath)).digest('hex'),
    });
  });

  it('takes the place of no other file', async () => {
    const original = mediaKinds.jpeg.build();
    const path = await bench.write(original);
    await expect(bench.signPath(path, { authority, outputPath: path })).rejects.toEqual(
      new SigningError('output_unwritable'),
    );
    expect((await bench.analyzePath(path, trustIn(authority))).report.file.size_bytes).toBe(original.length);
  });

  it('goes into no folder that is not there', async () => {
    const path = await bench.write(mediaKinds.jpeg.build());
    const outputPath = join(dirname(path), 'absent', 'signed.jpg');
    await expect(bench.signPath(path, { authority, outputPath })).rejects.toEqual(
      new SigningError('output_unwritable'),
    );
  });
});

/** None, or one of the errors that the pool promises. */
function expectOurs(error: unknown): void {
  const isOurs = error === null || error instanceof SigningError || error instanceof AnalysisError;
  expect({ isOurs, error }).toEqual({ isOurs: true, error });
}

describe('hostile files to sign', () => {
  let bench: SignBench;
  beforeAll(async () => {
    bench = await openSignBench();
  });
  afterAll(() => bench.close());

  it.each(Object.entries<HostileFile>(hostileFiles))(
    '%s is signed or refused, with nothing left',
    async (_name, { build }) => {
      const { error, isWritten } = await outcomeOf(bench, build());
      expect(isWritten).toBe(error === null);
      expectOurs(error);
      expect(bench.pool.stats()).toMatchObject({ threads: 2, busy: 0, waiting: 0 });
    },
  );

  it.each(Object.entries<HostileFile>(hostileFiles))('%s is as little a parent', async (_name, { build }) => {
    const { error, isWritten } = await outcomeOf(bench, build(), { hasParent: true });
    expect(isWritten).toBe(error === null);
    expectOurs(error);
  });

  it('leaves no other file in the folder of its output', async () => {
    const outputPath = bench.outputPath();
    const before = readdirSync(dirname(outputPath));
    const path = await bench.write(hostileFiles.mp4NestedBoxes.build());
    await expect(bench.signPath(path, { authority, outputPath })).rejects.toBeInstanceOf(AnalysisError);
    expect(readdirSync(dirname(path))).toHaveLength(before.length + 1);
  });
});
