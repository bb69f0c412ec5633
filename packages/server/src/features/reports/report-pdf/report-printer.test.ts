import { makeTrustSnapshot } from '@revera/provenance';
import { buildJpeg } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppError } from '../../../shared/app-error.ts';
import { openReportPrinter, type ReportPrinter, type ReportPrinterOptions } from './report-printer.ts';
import type { ReportSource } from './source.ts';
import { sourcesOf } from './test-report.ts';

let source: ReportSource;
beforeAll(async () => {
  source = (await sourcesOf(buildJpeg(), makeTrustSnapshot([], [], 0))).en;
});
const named = (filename: string): ReportSource => ({
  ...source,
  full: { ...source.full, result: { ...source.full.result, filename } },
});

const opened: ReportPrinter[] = [];
function open(options: ReportPrinterOptions = {}): ReportPrinter {
  const printer = openReportPrinter(options);
  opened.push(printer);
  return printer;
}
afterAll(() => Promise.all(opened.map((printer) => printer.close())));

/** A thread that answers by this code; `name` is the file's name and `send` sends the report. */
function threadOf(code: string): URL {
  return new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ full }) => {
        const name = full.result.filename;
        const send = () => parentPort.postMessage({ kind: 'printed', pdf: new TextEncoder().encode(name) });
        ${code}
      });`)}`,
  );
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

/** Code by code; undefined for those that were made. */
async function codesOf(printing: readonly Promise<Uint8Array>[]): Promise<unknown[]> {
  const outcomes = await Promise.allSettled(printing);
  return outcomes.map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as AppError).code : undefined));
}

describe('a printer of reports', () => {
  it('makes a PDF in a thread, with the same bytes each time and in each thread', async () => {
    const printer = open({ threads: 2 });
    const [one, two] = await Promise.all([printer.print(source), printer.print(source)]);
    const three = await printer.print(source);
    expect(textOf(one.subarray(0, 8))).toBe('%PDF-1.7');
    expect(textOf(one.subarray(-6))).toBe('%%EOF\n');
    expect(Buffer.compare(one, two)).toBe(0);
    expect(Buffer.compare(one, three)).toBe(0);
  });

  it('makes all that wait, each its own, with fewer threads', async () => {
    const printer = open({ threads: 2, threadUrl: threadOf('send();') });
    const names = Array.from({ length: 12 }, (_, i) => `file ${i}`);
    expect((await Promise.all(names.map((name) => printer.print(named(name))))).map(textOf)).toEqual(names);
  });

  it('refuses those beyond its queue at once, and says when to come again', async () => {
    const printer = open({ threads: 1, waiting: 2, threadUrl: threadOf('send();') });
    const printing = Array.from({ length: 5 }, () => printer.print(source));
    const codes = codesOf(printing);
    await expect(printing[4]).rejects.toMatchObject({ headers: { 'Retry-After': '5' } });
    expect(await codes).toEqual([undefined, undefined, undefined, 'RATE_LIMITED', 'RATE_LIMITED']);
    expect(textOf(await printer.print(named('later')))).toBe('later');
  });

  it('ends a thread that does not end by itself, fails that report alone and goes on', async () => {
    const hangs = threadOf(`if (name === 'endless') for (;;); send();`);
    const printer = open({ threads: 1, deadlineMs: 1_500, threadUrl: hangs });
    await expect(printer.print(named('endless'))).rejects.toMatchObject({ code: 'JOB_TIMEOUT' });
    expect(textOf(await printer.print(named('after')))).toBe('after');
  });

  it('counts the time that a report waits', async () => {
    const printer = open({ threads: 1, deadlineMs: 300, threadUrl: threadOf('for (;;);') });
    expect(await codesOf([printer.print(source), printer.print(source)])).toEqual(['JOB_TIMEOUT', 'JOB_TIMEOUT']);
  });

  it.each([
    ['throws', `throw new Error('broken');`],
    ['ends', 'process.exit(1);'],
    ['says that it failed', `parentPort.postMessage({ kind: 'failed', message: 'broken' });`],
    [
      'wants more memory than it may have',
      'const held = []; for (;;) held.push(Array.from({ length: 1e5 }, Math.random));',
    ],
  ])('replaces a thread that %s', async (_what, code) => {
    const printer = open({ threads: 1, threadUrl: threadOf(`if (name === 'bad') { ${code} } else send();`) });
    await expect(printer.print(named('bad'))).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
    expect(textOf(await printer.print(named('good')))).toBe('good');
  });

  it('fails a report when no thread can start', async () => {
    const printer = open({ threadUrl: new URL('./absent.js', import.meta.url) });
    await expect(printer.print(source)).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
  });

  it('fails what waits and what runs when it is closed', async () => {
    const printer = open({ threads: 1, threadUrl: threadOf('for (;;);') });
    const codes = codesOf([printer.print(source), printer.print(source)]);
    await printer.close();
    expect(await codes).toEqual(['INTERNAL_ERROR', 'INTERNAL_ERROR']);
  });
});
