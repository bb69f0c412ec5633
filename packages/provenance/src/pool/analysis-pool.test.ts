import { createHeldFile } from '@revera/testkit';
import { createAuthority } from '@revera/testkit/authorities';
import { hostileFiles } from '@revera/testkit/hostile';
import { buildJpeg, mediaKinds } from '@revera/testkit/media';
import { signMedia, signMediaDetached } from '@revera/testkit/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngineBench, TEST_TIME, type EngineBench } from '../testing/engine-bench.ts';
import { listOf, NO_LISTS, snapshotOf } from '../testing/trust-snapshots.ts';
import { LIMITS } from '../limits.ts';
import { createAnalysisPool } from './analysis-pool.ts';
import type { Turn } from './turn.ts';

const DEADLINE_MS = 20_000;

describe('an analysis pool', () => {
  let bench: EngineBench;
  beforeAll(async () => {
    bench = await openEngineBench();
  });
  afterAll(() => bench.close());

  it('analyses many files at once and keeps their results apart', async () => {
    const authority = await createAuthority();
    const trust = snapshotOf(listOf('service', [authority.rootPem]));
    const signed = await signMedia(buildJpeg(), 'image/jpeg', { authority });
    const plain = mediaKinds.png.build();
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) => bench.analyzeBytes(i % 2 === 0 ? signed : plain, trust)),
    );
    const statuses = results.map(({ verdict }) => verdict.provenance_status);
    expect(statuses).toEqual(Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 'verified' : 'unknown')));
  });

  it('sees a changed trust snapshot at the next file', async () => {
    const authority = await createAuthority();
    const signed = await signMedia(buildJpeg(), 'image/jpeg', { authority });
    const statusWith = async (trust: typeof NO_LISTS) => (await bench.analyzeBytes(signed, trust)).verdict.trust_status;
    expect(await statusWith(NO_LISTS)).toBe('trust_list_unavailable');
    expect(await statusWith(snapshotOf(listOf('service', [authority.rootPem])))).toBe('service_trusted');
    expect(await statusWith(snapshotOf(listOf('c2pa', [authority.rootPem])))).toBe('c2pa_trusted');
  });

  it('refuses bytes of no known type and a path that cannot be read', async () => {
    await expect(bench.analyzeBytes(new Uint8Array(100), NO_LISTS)).rejects.toMatchObject({
      code: 'unknown_media_type',
    });
    await expect(bench.analyzePath('/nowhere/at/all', NO_LISTS)).rejects.toMatchObject({ code: 'file_unreadable' });
  });

  it('turns a trap of the engine into a fact and replaces the thread', async () => {
    const { replaced } = bench.pool.stats();
    const { report } = await bench.analyzeBytes(hostileFiles.id3ForgedFrameSize.build(), NO_LISTS);
    expect(report.c2pa).toMatchObject({ state: 'failed', reason: 'reader_crashed' });
    expect(bench.pool.stats().replaced).toBe(replaced + 1);
    expect((await bench.analyzeBytes(buildJpeg(), NO_LISTS)).verdict.provenance_status).toBe('unknown');
  });
});

describe('the bounds of an analysis pool', () => {
  it('ends a thread at the deadline, fails that file alone and goes on', async () => {
    const bench = await openEngineBench({ size: 1 });
    const authority = await createAuthority();
    // Hashing this takes twenty times the deadline.
    const big = await signMedia(mediaKinds.png.build({ sizeBytes: 24 * 1024 * 1024 }), 'image/png', { authority });
    const path = await bench.write(big);
    await expect(bench.analyzePath(path, NO_LISTS, { deadlineMs: 1 })).rejects.toMatchObject({
      code: 'deadline_exceeded',
    });
    expect(bench.pool.stats()).toMatchObject({ threads: 1, replaced: 1 });
    const { report } = await bench.analyzePath(path, NO_LISTS);
    expect(report.c2pa.state).toBe('examined');
    await bench.close();
  });

  it('holds the engine to its memory and replaces the thread that wanted more', async () => {
    const bench = await openEngineBench({ size: 1, engineMemoryBytes: 8 * 1024 * 1024 });
    const authority = await createAuthority();
    // The engine's reader of TIFF holds the whole file, whatever it is given at once.
    const big = await signMedia(mediaKinds.tiff.build({ sizeBytes: 12 * 1024 * 1024 }), 'image/tiff', { authority });
    const { report, verdict } = await bench.analyzeBytes(big, NO_LISTS);
    expect(report.c2pa).toMatchObject({ state: 'examined', facts: { kind: 'unreadable', reason: 'reader_crashed' } });
    expect(verdict.provenance_status).toBe('invalid');
    expect((await bench.analyzeBytes(buildJpeg(), NO_LISTS)).verdict.provenance_status).toBe('unknown');
    await bench.close();
  });

  it('does not take a credential for absent when the engine had no memory to look for it', async () => {
    const bench = await openEngineBench({ size: 1, engineMemoryBytes: 8 * 1024 * 1024 });
    const authority = await createAuthority();
    const big = await signMedia(mediaKinds.mp3.build({ sizeBytes: 12 * 1024 * 1024 }), 'audio/mpeg', { authority });
    const { report, verdict } = await bench.analyzeBytes(big, NO_LISTS);
    expect(report.c2pa).toMatchObject({ state: 'examined', facts: { kind: 'unreadable', reason: 'reader_crashed' } });
    expect(verdict.provenance_status).toBe('invalid');
    const plain = await bench.analyzeBytes(mediaKinds.mp3.build({ sizeBytes: 12 * 1024 * 1024 }), NO_LISTS);
    expect(plain.report.c2pa).toMatchObject({ state: 'examined', facts: { kind: 'absent' } });
    // A video is read in pieces: bytes of a store in its content are content, and are not searched for.
    const video = mediaKinds.mp4.build({ sizeBytes: 12 * 1024 * 1024 });
    const { manifestStore } = await signMediaDetached(buildJpeg(), 'image/jpeg', { authority });
    video.set(manifestStore, 6 * 1024 * 1024);
    const { report: ofVideo } = await bench.analyzeBytes(video, NO_LISTS);
    expect(ofVideo.c2pa).toMatchObject({ state: 'examined', facts: { kind: 'absent' } });
    await bench.close();
  });

  it('lets a large file wait for another one, and small ones pass it', async () => {
    const bench = await openEngineBench({ size: 2 });
    const large = mediaKinds.jpeg.build({ sizeBytes: 40 * 1024 * 1024 });
    const paths = [await bench.write(large), await bench.write(large), await bench.write(buildJpeg())];
    const ended: number[] = [];
    const runs = paths.map((path, i) => bench.analyzePath(path, NO_LISTS).then(() => ended.push(i)));
    expect(bench.pool.stats()).toMatchObject({ busy: 2, waiting: 1 });
    await Promise.all(runs);
    expect(ended.at(-1)).toBe(1);
    await bench.close();
  });

  it('does not let large files wait for one another that are read in pieces', async () => {
    const bench = await openEngineBench({ size: 2 });
    const path = await bench.write(mediaKinds.wav.build({ sizeBytes: 40 * 1024 * 1024 }));
    const runs = [path, path].map((one) => bench.analyzePath(one, NO_LISTS));
    expect(bench.pool.stats()).toMatchObject({ busy: 2, waiting: 0 });
    expect((await Promise.all(runs)).map(({ report }) => report.c2pa.state)).toEqual(['examined', 'examined']);
    await bench.close();
  });

  it('refuses files beyond its queue at once', async () => {
    const bench = await openEngineBench({ size: 1, queueMax: 2 });
    const path = await bench.write(buildJpeg());
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => bench.analyzePath(path, NO_LISTS)));
    const codes = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
    expect(codes).toHaveLength(7);
    expect(new Set(codes)).toEqual(new Set(['AnalysisError: pool_overloaded']));
    await bench.close();
  });

  it('ends a file that waited too long before it was started, and takes what it waited off its time', async () => {
    const bench = await openEngineBench({ size: 1 });
    const gate = await createHeldFile();
    const holding = bench.analyzePath(gate.path, NO_LISTS).catch(String);
    const waiting = bench.analyzeBytes(buildJpeg(), NO_LISTS, { deadlineMs: 20, countsWaiting: true });
    await expect(waiting).rejects.toMatchObject({ code: 'not_started' });
    expect(bench.pool.stats()).toMatchObject({ busy: 1, waiting: 0, replaced: 0 });
    await gate.release();
    expect(await holding).toContain('file_unreadable');
    const authority = await createAuthority();
    const big = await signMedia(mediaKinds.png.build({ sizeBytes: 24 * 1024 * 1024 }), 'image/png', { authority });
    const late = bench.analyzeBytes(big, NO_LISTS, { deadlineMs: 2, countsWaiting: true });
    await expect(late).rejects.toMatchObject({ code: 'deadline_exceeded' });
    await bench.close();
  });

  it('lets a file leave the queue whose caller has left, and one that runs go on', async () => {
    const bench = await openEngineBench({ size: 1 });
    const gate = await createHeldFile();
    const [first, second] = [new AbortController(), new AbortController()];
    const running = bench.analyzePath(gate.path, NO_LISTS, { signal: first.signal }).catch(String);
    const path = await bench.write(buildJpeg());
    const waiting = bench.analyzePath(path, NO_LISTS, { signal: second.signal });
    const behind = bench.analyzePath(path, NO_LISTS);
    expect(bench.pool.stats()).toMatchObject({ busy: 1, waiting: 2 });
    const left = new Error('left');
    first.abort(left);
    second.abort(left);
    await expect(waiting).rejects.toBe(left);
    await expect(bench.analyzeBytes(buildJpeg(), NO_LISTS, { signal: second.signal })).rejects.toBe(left);
    expect(bench.pool.stats()).toMatchObject({ busy: 1, waiting: 1 });
    await gate.release();
    expect(await running).toContain('file_unreadable');
    expect((await behind).verdict.provenance_status).toBe('unknown');
    expect(bench.pool.stats().replaced).toBe(0);
    await bench.close();
  });

  it('leaves a thread to whoever waits for an answer, and starts keys before all others', async () => {
    const bench = await openEngineBench({ size: 2 });
    const gates = [await createHeldFile(), await createHeldFile()];
    const ended: string[] = [];
    const run = (name: string, turn: Turn, path: string) =>
      bench.analyzePath(path, NO_LISTS, { turn }).then(
        () => ended.push(name),
        () => ended.push(name),
      );
    const jpeg = await bench.write(buildJpeg());
    const anonymous = (owner: string): Turn => ({ share: 'anonymous', owner });
    const [held, wait] = gates;
    const runs = [
      run('held', anonymous('a'), held?.path ?? ''),
      run('anonymous', anonymous('b'), jpeg),
      run('queued', { share: 'queued', owner: 'org' }, jpeg),
    ];
    expect(bench.pool.stats()).toMatchObject({ busy: 1, waiting: 2 });
    await bench.analyzePath(jpeg, NO_LISTS, { turn: { share: 'interactive', owner: 'org' } });
    expect(ended).toEqual([]);
    runs.push(run('key', { share: 'interactive', owner: 'org' }, wait?.path ?? ''));
    expect(bench.pool.stats()).toMatchObject({ busy: 2, waiting: 2 });
    await held?.release();
    await Promise.all(runs.slice(0, 3));
    expect(ended).toEqual(['held', 'queued', 'anonymous']);
    await wait?.release();
    await Promise.all(runs);
    await bench.close();
  });

  it('rests between anonymous files, and lets nobody else wait for that', async () => {
    const bench = await openEngineBench({ size: 1 });
    const path = await bench.write(buildJpeg());
    const anonymous = (owner: string) => bench.analyzePath(path, NO_LISTS, { turn: { share: 'anonymous', owner } });
    await anonymous('a');
    const next = anonymous('b');
    expect(bench.pool.stats()).toMatchObject({ busy: 0, waiting: 1 });
    const key = bench.analyzePath(path, NO_LISTS);
    expect(bench.pool.stats()).toMatchObject({ busy: 1, waiting: 1 });
    await Promise.all([key, next]);
    await bench.close();
  });

  it('refuses anonymous files beyond their own queue, and no others', async () => {
    const bench = await openEngineBench({ size: 2 });
    const gate = await createHeldFile();
    const path = await bench.write(buildJpeg());
    const turn: Turn = { share: 'anonymous', owner: 'a' };
    const running = bench.analyzePath(gate.path, NO_LISTS, { turn });
    const waiting = Array.from({ length: LIMITS.poolQueueAnonymous }, () =>
      bench.analyzePath(path, NO_LISTS, { turn }),
    );
    await expect(bench.analyzePath(path, NO_LISTS, { turn })).rejects.toMatchObject({ code: 'pool_overloaded' });
    expect((await bench.analyzePath(path, NO_LISTS)).verdict.provenance_status).toBe('unknown');
    const outcomes = Promise.allSettled([running, ...waiting]);
    await gate.release();
    expect((await outcomes).filter(({ status }) => status === 'fulfilled')).toHaveLength(waiting.length);
    await bench.close();
  });

  it('fails what waits and what runs when it is closed', async () => {
    const bench = await openEngineBench({ size: 1 });
    const path = await bench.write(buildJpeg());
    const running = Promise.allSettled([bench.analyzePath(path, NO_LISTS), bench.analyzePath(path, NO_LISTS)]);
    await bench.close();
    expect((await running).map((outcome) => outcome.status === 'rejected' && String(outcome.reason))).toEqual([
      'AnalysisError: pool_closed',
      'AnalysisError: pool_closed',
    ]);
  });

  it('reads bytes as it reads a file, and takes them from the caller', async () => {
    const bench = await openEngineBench({ size: 1 });
    const bytes = new Uint8Array(await signMedia(buildJpeg(), 'image/jpeg', { authority: await createAuthority() }));
    const { report, crjson } = await bench.analyzeBytes(bytes.slice(), NO_LISTS);
    const asked = bench.pool.analyze({ bytes, at: TEST_TIME, trust: NO_LISTS, deadlineMs: DEADLINE_MS });
    expect(await asked).toMatchObject({ report, crjson });
    expect(bytes.byteLength).toBe(0);
    await bench.close();
  });

  it('leaves the bytes of a file that was refused before its turn with the caller', async () => {
    const pool = await createAnalysisPool({ size: 1 });
    const bytes = new Uint8Array(buildJpeg());
    const { length } = bytes;
    const signal = AbortSignal.abort(new Error('gone'));
    const request = { bytes, at: TEST_TIME, trust: NO_LISTS, deadlineMs: DEADLINE_MS, signal };
    await expect(pool.analyze(request)).rejects.toThrow('gone');
    expect(bytes.length).toBe(length);
    await pool.close();
  });

  it('does not start a thread again and again that cannot start', async () => {
    const pool = await createAnalysisPool({ size: 2, threadUrl: new URL('./absent.js', import.meta.url) });
    await expect(pool.warmUp()).rejects.toMatchObject({ code: 'thread_died' });
    const request = { path: '/x', at: TEST_TIME, trust: NO_LISTS, deadlineMs: DEADLINE_MS };
    await expect(pool.analyze(request)).rejects.toMatchObject({ code: 'thread_died' });
    await pool.close();
  });
});
