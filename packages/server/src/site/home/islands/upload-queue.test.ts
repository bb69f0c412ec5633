import { describe, expect, it } from 'vitest';
import type { Outcome } from './file-state.ts';
import type { Refusal } from './upload-limits.ts';
import { UploadQueue, type Entry } from './upload-queue.ts';

type File = string;

interface Sent {
  readonly file: File;
  readonly end: (outcome: Outcome) => Promise<void>;
  readonly progress: (part: number) => void;
  readonly analyse: () => void;
  cancelled: boolean;
}

const DONE: Outcome = { kind: 'done', verdict: { id: 'job_1', status: 'unknown', declares: '', text: '' } };
const LOST: Outcome = { kind: 'failed', failure: { kind: 'disconnected' }, canRetry: true };

/** A queue whose requests end and whose time passes when the test says so. */
function open(refuse: (file: File, underWay: readonly File[]) => Refusal | null = () => null) {
  const sent: Sent[] = [];
  const changes: string[] = [];
  const clock = { nowMs: 1_000_000, due: [] as { ms: number; work: () => void }[] };
  const queue = new UploadQueue<File>({
    atOnce: 2,
    refuse,
    send: (file, progress) => {
      const { promise, resolve } = withResolvers<Outcome>();
      const transfer: Sent = {
        file,
        end: async (outcome) => {
          resolve(outcome);
          await settle();
        },
        progress: (part) => progress({ kind: 'uploading', part }),
        analyse: () => progress({ kind: 'analysing' }),
        cancelled: false,
      };
      sent.push(transfer);
      return { outcome: promise, cancel: () => (transfer.cancelled = true) };
    },
    nowMs: () => clock.nowMs,
    later: (ms, work) => void clock.due.push({ ms, work }),
    changed: ({ file, state }) => void changes.push(`${file} ${state.kind}`),
  });
  const pass = (): void => {
    const next = clock.due.shift();
    clock.nowMs += next?.ms ?? 0;
    next?.work();
  };
  return { queue, sent, changes, clock, pass };
}

/** Node 20 has none of its own. */
function withResolvers<Value>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((take) => (resolve = take));
  return { promise, resolve };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

function entryOf(queue: UploadQueue<File>, file: File): Entry<File> {
  const entry = queue.entries.find((each) => each.file === file);
  if (entry === undefined) throw new Error(`no ${file}`);
  return entry;
}

const kinds = (queue: UploadQueue<File>) => queue.entries.map(({ file, state }) => `${file} ${state.kind}`);
const names = (sent: readonly Sent[]) => sent.map(({ file }) => file);

describe('UploadQueue', () => {
  it('sends two at a time, in the order in which they came', async () => {
    const { queue, sent } = open();
    for (const file of ['a', 'b', 'c', 'd']) queue.add(file);
    expect(names(sent)).toEqual(['a', 'b']);
    expect(kinds(queue)).toEqual(['a uploading', 'b uploading', 'c waiting', 'd waiting']);
    await sent[1]?.end(DONE);
    expect(names(sent)).toEqual(['a', 'b', 'c']);
    await sent[0]?.end(LOST);
    expect(names(sent)).toEqual(['a', 'b', 'c', 'd']);
    expect(queue.isBusy).toBe(true);
    await sent[2]?.end(DONE);
    await sent[3]?.end(DONE);
    expect(kinds(queue)).toEqual(['a failed', 'b done', 'c done', 'd done']);
    expect(queue.isBusy).toBe(false);
  });

  it('tells how far an upload is, then that it is analysed', async () => {
    const { queue, sent } = open();
    queue.add('a');
    sent[0]?.progress(0.5);
    expect(entryOf(queue, 'a').state).toEqual({ kind: 'uploading', part: 0.5 });
    sent[0]?.analyse();
    expect(entryOf(queue, 'a').state).toEqual({ kind: 'analysing' });
    await sent[0]?.end(DONE);
    expect(entryOf(queue, 'a').state).toEqual(DONE);
  });

  it('cancels one: its request ends, the next begins, and what it still tells is not heard', async () => {
    const { queue, sent } = open();
    for (const file of ['a', 'b', 'c']) queue.add(file);
    queue.cancel(entryOf(queue, 'a'));
    expect([sent[0]?.cancelled, names(sent)]).toEqual([true, ['a', 'b', 'c']]);
    sent[0]?.progress(0.9);
    await sent[0]?.end(DONE);
    expect(kinds(queue)).toEqual(['a cancelled', 'b uploading', 'c uploading']);
  });

  it('cancels all, without beginning those that wait', () => {
    const { queue, sent } = open();
    for (const file of ['a', 'b', 'c', 'd']) queue.add(file);
    queue.cancelAll();
    expect(names(sent)).toEqual(['a', 'b']);
    expect(sent.map(({ cancelled }) => cancelled)).toEqual([true, true]);
    expect(kinds(queue)).toEqual(['a cancelled', 'b cancelled', 'c cancelled', 'd cancelled']);
    expect(queue.isBusy).toBe(false);
  });

  it('sends again what failed or was cancelled, and never what is done or under way', async () => {
    const { queue, sent } = open();
    queue.add('a');
    queue.retry(entryOf(queue, 'a'));
    await sent[0]?.end(LOST);
    queue.retry(entryOf(queue, 'a'));
    await sent[1]?.end(DONE);
    queue.retry(entryOf(queue, 'a'));
    expect([names(sent), kinds(queue)]).toEqual([['a', 'a'], ['a done']]);
  });

  it('forgets what is done, and keeps what is under way', async () => {
    const { queue, sent } = open();
    for (const file of ['a', 'b', 'c']) queue.add(file);
    await sent[0]?.end(DONE);
    queue.clear();
    expect(kinds(queue)).toEqual(['b uploading', 'c uploading']);
    queue.cancel({ file: 'a', state: { kind: 'waiting' } });
    expect(kinds(queue)).toEqual(['b uploading', 'c uploading']);
  });
});

describe('a limit that the page knows', () => {
  it('refuses before anything is sent, and counts only what is under way', async () => {
    const { queue, sent } = open((_file, underWay) => (underWay.length >= 2 ? 'too_many' : null));
    for (const file of ['a', 'b', 'c']) queue.add(file);
    expect(entryOf(queue, 'c').state).toEqual({
      kind: 'failed',
      failure: { kind: 'refused', refusal: 'too_many' },
      canRetry: true,
    });
    await sent[0]?.end(DONE);
    queue.retry(entryOf(queue, 'c'));
    expect([names(sent), kinds(queue)]).toEqual([
      ['a', 'b', 'c'],
      ['a done', 'b uploading', 'c uploading'],
    ]);
  });

  it.each(['folder', 'empty', 'file_too_large'] as const)('offers nothing more for %s', (refusal) => {
    const { queue, sent } = open(() => refusal);
    queue.add('a');
    expect(entryOf(queue, 'a').state).toMatchObject({ kind: 'failed', canRetry: false });
    expect(sent).toEqual([]);
  });
});

describe('the limit of the hour', () => {
  it('holds everything that waits until the time that the server named, then goes on with the refused one', async () => {
    const { queue, sent, clock, pass } = open();
    for (const file of ['a', 'b', 'c']) queue.add(file);
    await sent[0]?.end({ kind: 'limited', seconds: 90 });
    expect(kinds(queue)).toEqual(['a held', 'b uploading', 'c held']);
    expect(entryOf(queue, 'c').state).toEqual({ kind: 'held', untilMs: clock.nowMs + 90_000 });
    queue.add('d');
    expect([kinds(queue).at(-1), names(sent)]).toEqual(['d held', ['a', 'b']]);
    await sent[1]?.end(DONE);
    expect(names(sent)).toEqual(['a', 'b']);
    pass();
    expect(names(sent)).toEqual(['a', 'b', 'a', 'c']);
    expect(kinds(queue)).toEqual(['a uploading', 'b done', 'c uploading', 'd waiting']);
  });

  it('waits once when two are refused, and again when it was not enough', async () => {
    const { queue, sent, clock, pass } = open();
    queue.add('a');
    queue.add('b');
    await sent[0]?.end({ kind: 'limited', seconds: 10 });
    await sent[1]?.end({ kind: 'limited', seconds: 20 });
    expect(clock.due.length).toBe(1);
    pass();
    await sent[2]?.end(DONE);
    await sent[3]?.end({ kind: 'limited', seconds: 10 });
    expect([kinds(queue), clock.due.length]).toEqual([['a done', 'b held'], 1]);
    pass();
    await sent[4]?.end(DONE);
    expect(kinds(queue)).toEqual(['a done', 'b done']);
  });

  it('lets go of what is cancelled meanwhile', async () => {
    const { queue, sent, pass } = open();
    queue.add('a');
    await sent[0]?.end({ kind: 'limited', seconds: 10 });
    queue.cancelAll();
    expect(queue.isBusy).toBe(false);
    pass();
    expect([names(sent), kinds(queue)]).toEqual([['a'], ['a cancelled']]);
  });
});
