import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTrustSnapshot } from '@revera/provenance';
import { buildPng, mediaKinds } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { fixedClock, systemClock } from './clock.ts';
import { silentLog } from './log.ts';
import { openSigningService, type CopyPlan, type SigningService, type SigningTerms } from './signing-pool.ts';

const DAY_MS = 24 * 3_600_000;

let folder: string;
let signing: SigningService;
let made = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'revera-signing-'));
  signing = await open();
});
afterAll(async () => {
  await signing.close();
  await rm(folder, { recursive: true });
});

const open = (clock = systemClock, dataDir = folder) =>
  openSigningService({ config: readConfig({}).signing, dataDir, clock, log: silentLog });

const PLAN: CopyPlan = {
  declarations: { contentType: 'ai_generated', generatorName: '', generatorVersion: '', model: '', organization: '' },
  hasParent: false,
  remoteManifest: 'refuse',
  label: null,
};

async function orderOf(
  bytes: Uint8Array = buildPng(),
  change: Partial<SigningTerms> = {},
): Promise<SigningTerms & { path: string }> {
  const name = `${++made}`;
  const path = join(folder, `${name}.in`);
  await writeFile(path, bytes);
  return {
    path,
    outputPath: join(folder, `${name}.out`),
    plan: () => Promise.resolve(PLAN),
    mode: 'test',
    timeStamp: 'required',
    trust: makeTrustSnapshot([], [], DAY_MS),
    turn: { share: 'interactive', owner: 'test' },
    deadlineMs: 60_000,
    ...change,
  };
}

const exists = async (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

describe('the signing service', () => {
  it('writes a signed copy and leaves the input alone', async () => {
    const bytes = buildPng();
    const order = await orderOf(bytes);
    const signed = await signing.writeCopy(order);
    expect(signed).toMatchObject({
      mediaType: 'image/png',
      sizeBytes: (await stat(order.outputPath)).size,
      sandbox: true,
      identity: 'Revera Development (not for production)',
      stamped: false,
    });
    expect(signed.certificateNotAfter.getTime()).toBeGreaterThan(systemClock.now().getTime() + 30 * DAY_MS);
    expect(signed.sizeBytes).toBeGreaterThan(bytes.length);
    expect(new Uint8Array(await readFile(order.path))).toEqual(bytes);
  });

  it('signs all that come at once, one after the other', async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => orderOf()));
    const signed = await Promise.all(orders.map((order) => signing.writeCopy(order)));
    expect(signed).toHaveLength(6);
    const outputs = await Promise.all(orders.map(({ outputPath }) => readFile(outputPath, 'latin1')));
    // Each one is a separate act of signing.
    expect(new Set(outputs).size).toBe(6);
  });

  it('never writes over what is there', async () => {
    const order = await orderOf();
    await writeFile(order.outputPath, 'kept');
    await expect(signing.writeCopy(order)).rejects.toMatchObject({ code: 'SIGNING_FAILED' });
    expect(await readFile(order.outputPath, 'utf8')).toBe('kept');
  });

  it.each([
    ['INVALID_FILE_TYPE', 'a PDF', () => orderOf(mediaKinds.pdf.build())],
    ['INVALID_FILE_TYPE', 'bytes of no type', () => orderOf(Buffer.from('\u0000\u0001'))],
    ['MEDIA_PARSE_FAILED', 'a file that ends after its head', () => orderOf(buildPng().subarray(0, 8))],
    ['SIGNING_FAILED', 'an output folder that is gone', () => orderOf(buildPng(), { outputPath: '/nowhere/at/all' })],
    [
      'JOB_TIMEOUT',
      'a deadline that is too short',
      () => orderOf(buildPng({ sizeBytes: 5_000_000 }), { deadlineMs: 1 }),
    ],
  ])('answers %s for %s, leaves no output, and signs the next file', async (code, _what, make) => {
    const order = await make();
    await expect(signing.writeCopy(order)).rejects.toMatchObject({ name: 'AppError', code });
    expect(await exists(order.outputPath)).toBe(false);
    await signing.writeCopy(await orderOf());
  });

  it('answers SIGNING_FAILED when its certificate has ended and cannot be renewed', async () => {
    const clock = fixedClock(new Date(systemClock.now().getTime() + 4_000 * DAY_MS));
    const late = await open(clock);
    const order = await orderOf();
    await expect(late.writeCopy(order)).rejects.toMatchObject({ code: 'SIGNING_FAILED' });
    expect(await exists(order.outputPath)).toBe(false);
    await late.close();
  });

  it('can be closed without ever having signed, and signs nothing afterwards', async () => {
    const idle = await open();
    await idle.close();
    const used = await open();
    await used.writeCopy(await orderOf());
    await used.close();
    const order = await orderOf();
    await expect(used.writeCopy(order)).rejects.toMatchObject({ name: 'AppError' });
    expect(await exists(order.outputPath)).toBe(false);
  });
});
