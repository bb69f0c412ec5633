import { describe, expect, it } from 'vitest';
import { fixedClock } from './clock.ts';
import { createLog, type LogLevel } from './log.ts';

function capture(level: LogLevel = 'info') {
  const lines: string[] = [];
  const log = createLog({ level, write: (line) => lines.push(line), clock: fixedClock('2026-11-20T08:00:00.000Z') });
  return { log, lines, records: () => lines.map((line): unknown => JSON.parse(line)) };
}

describe('the log', () => {
  it('writes one line of JSON for each event, with the fields of its parents', () => {
    const { log, lines, records } = capture();
    log.child({ request_id: 'req_1' }).child({ part: 'queue' }).info({ count: 2 }, 'two\nlines');
    log.warn('plain');
    expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
    expect(records()).toEqual([
      {
        level: 'info',
        time: '2026-11-20T08:00:00.000Z',
        request_id: 'req_1',
        part: 'queue',
        count: 2,
        msg: 'two\nlines',
      },
      { level: 'warn', time: '2026-11-20T08:00:00.000Z', msg: 'plain' },
    ]);
  });

  it('leaves out what is below its level', () => {
    const { log, lines } = capture('warn');
    log.trace('a');
    log.debug('b');
    log.info('c');
    log.silent('d');
    expect(lines).toEqual([]);
    log.error('e');
    log.fatal('f');
    expect(lines).toHaveLength(2);
  });

  it('masks members whose name speaks of a secret, at any depth', () => {
    const { log, lines } = capture();
    log.info({
      headers: { authorization: 'Bearer x1', cookie: 'x2' },
      list: [{ password: 'x3' }],
      api_key: 'x4',
      token: null,
    });
    expect(lines.join()).not.toMatch(/x[1-4]/);
    expect(lines.join()).toContain('"token":null');
  });

  it('describes an error and its cause, but not what a database error quotes of the row', () => {
    const { log, records } = capture();
    const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(a@b.example)' });
    log.error({ err: new Error('could not store', { cause }) }, 'failed');
    const [record] = records();
    expect(record).toMatchObject({
      err: { message: 'could not store', cause: { message: 'duplicate key', code: '23505' } },
    });
    expect(JSON.stringify(record)).not.toContain('a@b.example');
  });

  it('survives cycles, huge values and bytes', () => {
    const { log, lines } = capture();
    const cycle: Record<string, unknown> = { big: 10n ** 20n, bytes: new Uint8Array(9), long: 'x'.repeat(100_000) };
    cycle['self'] = cycle;
    log.info({ cycle, when: new Date(Number.NaN) }, 'odd');
    expect(lines[0]).toContain('[deep]');
    expect(lines[0]).toContain('[9 bytes]');
    expect(lines[0]?.length).toBeLessThan(80_000);
  });

  it('applies serializers given to a child, as the HTTP framework does', () => {
    const { log, records } = capture();
    const request = { url: '/health', socket: {} };
    const child = log.child({}, { serializers: { req: (req) => ({ known: req === request }) } });
    child.child({ reqId: '1' }).info({ req: request });
    expect(records()).toMatchObject([{ reqId: '1', req: { known: true } }]);
  });
});
