import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../platform/test-database.ts';
import { until } from '../../../../platform/test-process.ts';
import { newId } from '../../../../shared/ids.ts';
import { newTeam, outcomeOf, type Team } from '../../../../testing/test-team.ts';
import { openTestServer, type TestServer } from '../../../../testing/test-services.ts';
import { createWebhook } from '../../../../testing/test-webhooks.ts';
import { openReportPrinter } from '../../../reports/index.ts';
import { finalizeThrough, waitForEarlier } from './finalize.ts';
import { statementFileSchema, statementSchema } from './schemas.ts';
import { allowEarlierEntries, bookEntry, pastMonths, writeEntry } from '../../../../testing/test-entries.ts';

const PATH = '/v1/billing/statements';
const ENDLESS = new URL(
  `data:text/javascript,${encodeURIComponent(
    `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { for (;;); });`,
  )}`,
);
const NEVER = new AbortController().signal;
const LINKS = { statement: (id: string) => `https://example.com/${id}` };

let server: TestServer;
let team: Team;
/** The two months before this one, and this one. */
let older: { month: string; start: string };
let last: typeof older;
let current: typeof older;

beforeAll(async () => {
  server = await openTestServer();
  await allowEarlierEntries(server.services.database);
  const [first, second, third] = await pastMonths(server.services.database, 2);
  if (first === undefined || second === undefined || third === undefined)
    throw new Error('three months were asked for');
  [older, last, current] = [first, second, third];
});
afterAll(() => server.close());
beforeEach(async () => {
  team = await newTeam(server);
  await server.services.database.pool.query(
    `update organization set created_at = now() - interval '70 days' where id = $1`,
    [team.org_id],
  );
});

const session = () => team.members.billing.session;
const make = (month: string) => server.call('POST', PATH, { session: session(), json: { month } });
const made = async (month: string) => statementSchema.parse((await make(month)).body);
const list = async (query = '') => (await server.call('GET', PATH, { session: session(), query })).body;
const download = (id: string, query = '') =>
  server.call('GET', `${PATH}/{id}/download`, { session: session(), params: { id }, query });

/** Two months: 1,000 and -300 in the older, 50 at the first instant of the last one, 7 at the first of this one. */
async function bookTwoMonths(): Promise<string[]> {
  const { database } = server.services;
  const entries = [
    { amount: 1000, at: older.start },
    { amount: -300, at: older.start.replace(':00:00', ':59:59') },
    { amount: 50, at: last.start },
    { amount: 7, at: current.start },
  ];
  const ids: string[] = [];
  for (const entry of entries) ids.push(await bookEntry(database, { organizationId: team.org_id, ...entry }));
  return ids;
}

describe('POST /v1/billing/statements', () => {
  it('201 sums a month up, 200 the same again; each begins where the one before ends', async () => {
    await bookTwoMonths();
    const answer = await make(last.month);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        month: last.month,
        opening_minor: 700,
        credit_minor: 50,
        debit_minor: 0,
        closing_minor: 750,
        entry_count: 1,
      },
    });
    expect(await made(older.month)).toMatchObject({
      opening_minor: 0,
      credit_minor: 1000,
      debit_minor: 300,
      closing_minor: 700,
      entry_count: 2,
      status: 'final',
    });
    expect(await make(last.month)).toMatchObject({ status: 200, body: answer.body });
  });

  it('201 of nothing, where nothing was booked', async () => {
    expect(await made(last.month)).toMatchObject({ opening_minor: 0, closing_minor: 0, entry_count: 0 });
  });

  it('422 for a month that is not over, and for one before the organization', async () => {
    for (const month of [current.month, '2099-12', '2001-01']) {
      expect(await make(month)).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'month'] }] } });
    }
    expect((await make('2026-13')).status).toBe(422);
  });

  it('F47 one statement of a month, however many ask at once, and one event', async () => {
    const { key } = await server.createKey({ organizationId: team.org_id, scopes: ['webhooks:manage'], mode: 'live' });
    await createWebhook(server, key, { url: 'https://hooks.example/billing', events: ['statement.finalized'] });
    await bookTwoMonths();
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => make(last.month)));
    expect(answers.map(outcomeOf).toSorted()).toEqual(['200', '200', '200', '200', '200', '201']);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const { rows } = await server.services.database.pool.query<{ data: string }>(
      `select data from webhook_event where organization_id = $1`,
      [team.org_id],
    );
    expect(rows.map(({ data }): unknown => JSON.parse(data))).toMatchObject([{ month: last.month }]);
  });

  it('409 CONFLICT while a transaction is open that may book something in the month', async () => {
    const client = await server.services.database.pool.connect();
    try {
      await client.query('begin');
      await writeEntry(client, { organizationId: team.org_id, amount: 3, at: last.start });
      expect(outcomeOf(await make(last.month))).toBe('409 CONFLICT month_not_settled');
      await client.query('commit');
    } finally {
      client.release();
    }
    expect(await made(last.month)).toMatchObject({ closing_minor: 3, entry_count: 1 });
  });

  it('403 BILLING_PERMISSION_REQUIRED for a developer', async () => {
    const answer = await server.call('POST', PATH, {
      session: team.members.developer.session,
      json: { month: last.month },
    });
    expect(outcomeOf(answer)).toBe('403 BILLING_PERMISSION_REQUIRED');
  });
});

describe('GET /v1/billing/statements', () => {
  it('200 the newest month first, page by page; a cursor serves its own list alone', async () => {
    await made(older.month);
    await made(last.month);
    const first = (await list('?limit=1')) as { data: { month: string }[]; next_cursor: string; has_more: boolean };
    expect(first).toMatchObject({ data: [{ month: last.month }], has_more: true });
    const next = `&cursor=${encodeURIComponent(first.next_cursor)}`;
    expect(await list(`?limit=1${next}`)).toMatchObject({
      data: [{ month: older.month }],
      next_cursor: null,
      has_more: false,
    });
    const other = await server.call('GET', PATH, { session: session(), query: `?year=2026${next}` });
    expect(other).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', 'cursor'] }] } });
    expect(await list('?year=2001')).toMatchObject({ data: [] });
  });
});

describe('GET /v1/billing/statements/{id}/download', () => {
  it('200 cites every entry, and stays the same while more are booked', async () => {
    const ids = await bookTwoMonths();
    const { id } = await made(older.month);
    const answer = await download(id);
    const { statement, entries } = statementFileSchema.parse(answer.body);
    expect(entries.map(({ transaction_id }) => transaction_id)).toEqual(ids.slice(0, 2));
    expect(entries.map(({ direction, amount_minor }) => [direction, amount_minor])).toEqual([
      ['credit', 1000],
      ['debit', 300],
    ]);
    expect(entries.at(-1)?.balance_after_minor).toBe(statement.closing_minor);
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="statement-${older.month}.json"`);
    await bookEntry(server.services.database, { organizationId: team.org_id, amount: 9, at: 'now' });
    expect((await download(id)).body).toEqual(answer.body);
  });

  it('200 as CSV: for spreadsheets, in which no text is a formula', async () => {
    const memo = '=HYPERLINK("https://evil.example")';
    await bookEntry(server.services.database, { organizationId: team.org_id, amount: 5, at: last.start, memo });
    const { id } = await made(last.month);
    const answer = await download(id, '?format=csv&lang=zh-CN');
    const text = String(answer.body);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text.startsWith('\u{feff}对账单编号,')).toBe(true);
    expect(text).toContain(`,"'=HYPERLINK(""https://evil.example"")",`);
    expect(text).toContain(`,0.05,,0.05,`);
    expect(String((await download(id, '?format=csv&lang=en')).body)).toContain('Opening balance (CNY),0.00\r\n');
  });

  it('200 as PDF in both languages, the same bytes each time', async () => {
    await bookTwoMonths();
    const { id } = await made(older.month);
    const files = [];
    for (const lang of ['en', 'zh-CN', 'en']) {
      const answer = await download(id, `?format=pdf&lang=${lang}`);
      expect(answer).toMatchObject({
        status: 200,
        headers: { 'content-type': 'application/pdf', 'content-language': lang },
      });
      if (!Buffer.isBuffer(answer.body)) throw new Error('a PDF is bytes');
      files.push(answer.body);
    }
    expect(files[0]?.subarray(0, 8).toString()).toBe('%PDF-1.7');
    expect(files[0]?.equals(files[2] ?? Buffer.of())).toBe(true);
    expect(files[0]?.equals(files[1] ?? Buffer.of())).toBe(false);
  });

  it('504 JOB_TIMEOUT when a document is not made in time', async () => {
    const { id } = await made(last.month);
    const reports = openReportPrinter({ threadUrl: ENDLESS, deadlineMs: 100 });
    try {
      const { call } = server.variant({ services: { reports } });
      const slow = { session: session(), params: { id }, query: '?format=pdf' };
      expect(outcomeOf(await call('GET', `${PATH}/{id}/download`, slow))).toBe('504 JOB_TIMEOUT');
    } finally {
      await reports.close();
    }
  });

  it('404 NOT_FOUND for nothing, and for that of another organization', async () => {
    expect(outcomeOf(await download(newId('statement')))).toBe('404 NOT_FOUND');
    const { id } = await made(last.month);
    team = await newTeam(server);
    expect(outcomeOf(await download(id))).toBe('404 NOT_FOUND');
  });
});

describe('the chore', () => {
  const services = () => ({ db: server.services.database.db, links: LINKS });

  it('F47 is done again after it broke off, and by several at once: one statement of each month', async () => {
    const { pool } = server.services.database;
    await bookTwoMonths();
    await pool.query(`create function break_off() returns trigger language plpgsql as
      $$ begin if new.month = '${last.month}' then raise exception 'broken off'; end if; return new; end $$`);
    await pool.query('create trigger break_off before insert on statement for each row execute function break_off()');
    await expect(finalizeThrough(services(), last.month, NEVER)).rejects.toThrow('broken off');
    await pool.query('drop trigger break_off on statement');
    await Promise.all([1, 2, 3].map(() => finalizeThrough(services(), last.month, NEVER)));
    await finalizeThrough(services(), last.month, NEVER);
    expect(await list()).toMatchObject({
      data: [
        { month: last.month, opening_minor: 700, closing_minor: 750 },
        { month: older.month, opening_minor: 0, closing_minor: 700 },
      ],
      has_more: false,
    });
  });

  it('F79 waits for a transaction that was open at midnight, and its entry is in one month', async () => {
    const database = await createTestDatabase();
    try {
      await allowEarlierEntries(database);
      const organizationId = newId('organization');
      await database.pool.query(`insert into organization (id, name, kind) values ($1, 'Test', 'team')`, [
        organizationId,
      ]);
      const month = last.month;
      const client = await database.pool.connect();
      try {
        await client.query('begin');
        await writeEntry(client, { organizationId, amount: 40, at: older.start });
        await writeEntry(client, { organizationId, amount: 2, at: last.start });
        expect(await waitForEarlier(database.db, { attempts: 2, stopping: NEVER })).toBe(false);
        await client.query('commit');
      } finally {
        client.release();
      }
      await until(() => waitForEarlier(database.db, { attempts: 2, stopping: NEVER }));
      await finalizeThrough({ db: database.db, links: LINKS }, month, NEVER);
      const { rows } = await database.pool.query(
        'select month, opening_fen, credit_fen, closing_fen, entry_count from statement order by month',
      );
      expect(rows).toEqual([
        { month: older.month, opening_fen: 0, credit_fen: 40, closing_fen: 40, entry_count: 1 },
        { month: last.month, opening_fen: 40, credit_fen: 2, closing_fen: 42, entry_count: 1 },
      ]);
    } finally {
      await database.drop();
    }
  });
});
