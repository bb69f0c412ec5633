import type { Turn } from '@revera/provenance';
import { buildPng } from '@revera/testkit/media';
import { NO_RECORDS } from '../shared/credential-records.ts';
import { until } from '../platform/test-process.ts';
import type { Services } from '../services.ts';

export const KEY_TURN: Turn = { share: 'interactive', owner: 'somebody else' };
export const ANONYMOUS_TURN: Turn = { share: 'anonymous', owner: '203.0.113.7' };

const HOUR_MS = 3_600_000;

/** As made by the testkit. */
type MakeHeldFile = () => Promise<{ path: string; release(): Promise<void> }>;

/** Keeps one analysis thread busy for each turn, until they are released. */
export async function holdThreads(
  { analysis, clock, trust }: Pick<Services, 'analysis' | 'clock' | 'trust'>,
  createHeldFile: MakeHeldFile,
  ...turns: Turn[]
): Promise<{ release(): Promise<void> }> {
  const current = await trust.current();
  const before = analysis.stats().busy;
  const held = await Promise.all(
    turns.map(async (turn) => {
      const file = await createHeldFile();
      const done = analysis.analyze({
        turn,
        path: file.path,
        deadlineMs: HOUR_MS,
        declaredMediaType: undefined,
        at: clock.now(),
        trust: current,
        copiesThumbnails: false,
        findRecords: () => Promise.resolve(NO_RECORDS),
      });
      return { file, done: Promise.allSettled([done]) };
    }),
  );
  await until(() => analysis.stats().busy === before + turns.length);
  return {
    release: async () => {
      await Promise.all(held.map(({ file }) => file.release()));
      await Promise.all(held.map(({ done }) => done));
    },
  };
}

/** Keeps all signing threads busy with files whose signing nobody plans, until they are released. */
export async function holdSigningThreads({
  config,
  signing,
  trust,
}: Pick<Services, 'config' | 'signing' | 'trust'>): Promise<{ release(): Promise<void> }> {
  let waiting = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const plan = async (): Promise<never> => {
    waiting += 1;
    await released;
    throw new Error('released');
  };
  const current = await trust.current();
  const held = Array.from({ length: config.signing.threads }, () =>
    signing.writeCopy({
      turn: KEY_TURN,
      bytes: new Uint8Array(buildPng()),
      outputPath: '',
      plan,
      mode: 'test',
      timeStamp: 'optional',
      trust: current,
      deadlineMs: HOUR_MS,
    }),
  );
  const done = Promise.allSettled(held);
  await until(() => waiting === held.length);
  return {
    release: async () => {
      release();
      await done;
    },
  };
}
