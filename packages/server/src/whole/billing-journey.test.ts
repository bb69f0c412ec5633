import { buildJpeg } from '@revera/testkit/media';
import { movedClock, startFakeEpayGateway, type FakeEpayGateway } from '@revera/testkit/servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkLedger } from '../features/billing/ledger/index.ts';
import { connectDatabase } from '../platform/database.ts';
import { silentLog } from '../platform/log.ts';
import { until } from '../platform/test-process.ts';
import { ask, verifyFile, type Asking } from './client.ts';
import { customerAt, orderSchema, registerCustomer, signIn, type Customer, type CustomersOrder } from './customer.ts';
import { askDatabase, startPostgresServer, type PostgresServer } from './postgres-server.ts';
import { createInstallation, PATIENCE_MS, type Installation, type ServerProcess } from './server-process.ts';

const ADMIN_TOKEN = 'operator-of-the-billing-journey-32-or-more';
/** Longer than any month. */
const LATER_DAYS = 32;
/** How far ahead these tests run already (tools/later.ts). */
const AHEAD_DAYS = Number(/^\+(\d+)d$/.exec(process.env['FAKETIME'] ?? '')?.[1] ?? '0');
const LATER = movedClock(AHEAD_DAYS + LATER_DAYS);
const DAY_MS = 86_400_000;
const GENEROUS = { timeout: PATIENCE_MS * 2 };
const patience = { everyMs: 200, withinMs: PATIENCE_MS };

const PRICE = 9_900;
const BLOCK = 800;
const REFUND = 10_000;
const FIRST = 50_000;
const SECOND = 30_000;
const LEFT = FIRST + SECOND - 2 * PRICE - BLOCK - REFUND;

let postgres: PostgresServer;
let gateway: FakeEpayGateway;
let gatewayDays = 0;
let installation: Installation;
let server: ServerProcess;
let customer: Customer;
beforeAll(async () => {
  postgres = await startPostgresServer();
  gateway = await startFakeEpayGateway({ now: () => new Date(Date.now() + gatewayDays * DAY_MS) });
  installation = await createInstallation({ ...gateway.settings('v2'), DATABASE_URL: postgres.url(), ADMIN_TOKEN });
  server = await installation.start();
}, PATIENCE_MS);
afterAll(async () => {
  await installation.clear();
  await gateway.close();
  await postgres.clear();
});

const named = z.looseObject({ id: z.string(), status: z.string() });

const asOperator = <S extends z.ZodType>(schema: S, path: string, asking: Asking = {}): Promise<z.infer<S>> =>
  customer.demand(200, schema, path, { key: ADMIN_TOKEN, method: 'POST', json: {}, session: undefined, ...asking });

/** Pays on the page of the gateway, as a browser does, and goes where the gateway sends the buyer. */
async function payOnPage({ pay_url }: CustomersOrder, how: 'upstream' | 'return'): Promise<Response> {
  const page = await fetch(pay_url ?? '', { headers: { connection: 'close' } });
  const action = /action="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const paid = await fetch(new URL(action, gateway.url), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ how }),
    headers: { connection: 'close' },
  });
  expect(paid.status).toBe(303);
  return fetch(paid.headers.get('location') ?? '', { redirect: 'manual', headers: { connection: 'close' } });
}

/** A verification of a file that is charged. */
async function verify(key: string): Promise<number> {
  return (await verifyFile({ address: server.address, key, bytes: buildJpeg() })).status;
}

/** The first instant of this month, by the clock of the database. */
const THIS_MONTH = `(date_trunc('month', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai')`;

/** The months that are over and in which something was booked. */
async function pastMonths(): Promise<string[]> {
  const rows = await askDatabase<{ month: string }>(
    postgres.url(),
    `select distinct to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month from ledger_transaction
     where created_at < ${THIS_MONTH} order by month`,
  );
  return rows.map(({ month }) => month);
}

/** Of the wallet in those months, in their order. */
async function pastTransactions(): Promise<string[]> {
  const rows = await askDatabase<{ id: string }>(
    postgres.url(),
    `select t.id from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
     join ledger_account a on a.id = e.account_id
     where a.code = 'wallet' and t.created_at < ${THIS_MONTH} order by e.account_seq`,
  );
  return rows.map(({ id }) => id);
}

const statement = z.looseObject({
  id: z.string(),
  month: z.string(),
  opening_minor: z.int(),
  credit_minor: z.int(),
  debit_minor: z.int(),
  closing_minor: z.int(),
  entry_count: z.int(),
});
const statementFile = z.looseObject({
  statement,
  entries: z.array(z.looseObject({ transaction_id: z.string(), direction: z.string(), amount_minor: z.int() })),
});

async function download(id: string, format: string): Promise<string> {
  const answer = await fetch(`${server.address}/v1/billing/statements/${id}/download?format=${format}`, {
    headers: {
      cookie: customer.session.cookie,
      'x-organization-id': customer.session.organizationId ?? '',
      connection: 'close',
    },
  });
  expect([format, answer.status]).toEqual([format, 200]);
  return Buffer.from(await answer.arrayBuffer()).toString('latin1');
}

describe('a customer', GENEROUS, () => {
  let first: CustomersOrder;
  let second: CustomersOrder;

  it('registers, founds an organization, and recharges, told of by a notification or only as the buyer returns', async () => {
    customer = await registerCustomer(installation, server.address);
    first = await customer.recharge(FIRST);
    const back = await payOnPage(first, 'upstream');
    expect([back.status, back.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(`/dashboard/billing/orders/${first.id}\\?org=org_\\w+&from=epay`),
    ]);
    expect(await customer.balance()).toBe(FIRST);
    second = await customer.recharge(SECOND);
    await payOnPage(second, 'return');
    expect(await customer.balance()).toBe(FIRST + SECOND);
    expect(gateway.orders.flatMap(({ attempts }) => attempts.map(({ status, body }) => `${status} ${body}`))).toEqual([
      '200 success',
      '200 success',
    ]);
  });

  it('buys a plan from the balance, renews it, and switches automatic renewal', async () => {
    const bought = await customer.post(200, orderSchema, '/v1/billing/checkout', {
      plan_id: 'starter',
      channel: 'balance',
      expected_amount_minor: PRICE,
    });
    expect([bought.status, bought.amount_minor]).toEqual(['fulfilled', PRICE]);
    const renewed = await customer.post(201, orderSchema, '/v1/billing/subscription/renew', { channel: 'balance' });
    expect(renewed.status).toBe('fulfilled');
    for (const enabled of [false, true]) {
      const schema = z.looseObject({ auto_renew: z.boolean() });
      const asking = { method: 'PATCH', json: { enabled } } as const;
      const changed = await customer.demand(200, schema, '/v1/billing/subscription/auto-renew', asking);
      expect(changed.auto_renew).toBe(enabled);
    }
    const state = z.looseObject({ history: z.array(z.looseObject({ order_id: z.string() })) });
    const { history } = await customer.demand(200, state, '/v1/billing/subscription');
    expect(history.map(({ order_id }) => order_id).toSorted()).toEqual([bought.id, renewed.id].toSorted());
    expect(await customer.balance()).toBe(FIRST + SECOND - 2 * PRICE);
  });

  it('allows charges beyond the plan, and uses a block of them', async () => {
    const limits = `/v1/admin/organizations/${customer.session.organizationId ?? ''}/limits`;
    await asOperator(z.unknown(), limits, { method: 'PUT', json: { limits: { verification: 2 } } });
    const request = { name: 'app', mode: 'live', scopes: ['content:verify'] };
    const { key } = await customer.post(201, z.looseObject({ key: z.string() }), '/v1/dashboard/keys', request);
    expect([await verify(key), await verify(key), await verify(key)]).toEqual([200, 200, 429]);
    const overage = z.looseObject({ enabled: z.boolean(), charged_minor: z.int() });
    const allowed = { method: 'PATCH', json: { enabled: true, monthly_limit_minor: BLOCK } } as const;
    expect(await customer.demand(200, overage, '/v1/billing/overage', allowed)).toMatchObject({
      enabled: true,
      charged_minor: 0,
    });
    expect([await verify(key), await verify(key)]).toEqual([200, 200]);
    expect(await customer.demand(200, overage, '/v1/billing/overage')).toMatchObject({ charged_minor: BLOCK });
    expect(await customer.balance()).toBe(FIRST + SECOND - 2 * PRICE - BLOCK);
  });

  it('asks for a refund, which an administrator approves and the gateway pays', async () => {
    const asked = await customer.post(201, named, '/v1/billing/refund-requests', {
      order_id: first.id,
      amount_minor: REFUND,
      reason: 'Ordered too much',
    });
    await asOperator(named, `/v1/admin/refund-requests/${asked.id}/approve`);
    const requests = z.looseObject({ data: z.array(named) });
    await until(async () => {
      const { data } = await customer.demand(200, requests, '/v1/billing/refund-requests');
      return data.some(({ id, status }) => id === asked.id && status === 'succeeded');
    }, patience);
    expect(gateway.orders.map(({ refunded }) => refunded)).toEqual([REFUND, 0]);
    expect(await customer.balance()).toBe(LEFT);
    const after = await customer.demand(200, orderSchema, `/v1/billing/orders/${first.id}`);
    expect(after).toMatchObject({ status: 'partially_refunded', refunded_minor: REFUND });
  });

  it('asks for an invoice about what was paid and kept, which an administrator makes out', async () => {
    await customer.post(200, z.unknown(), '/v1/billing/profile', {
      title_type: 'personal',
      title: 'Mei Lin',
      email: customer.email,
    });
    const asked = await customer.post(201, named, '/v1/billing/invoice-requests', {
      invoice_type: 'vat_normal',
      order_ids: [first.id, second.id],
    });
    expect(asked).toMatchObject({ status: 'submitted', amount_minor: FIRST + SECOND - REFUND });
    const issued = z.looseObject({ status: z.string(), invoice_no: z.string().nullable() });
    await asOperator(named, `/v1/admin/invoice-requests/${asked.id}/process`);
    const json = { invoice_no: '26112300000000000001' };
    const decided = await asOperator(issued, `/v1/admin/invoice-requests/${asked.id}/issue`, { json });
    expect(decided).toMatchObject({ status: 'issued', ...json });
    const again = { order_id: second.id, amount_minor: 100, reason: 'More' };
    const refused = await ask(`${server.address}/v1/billing/refund-requests`, {
      method: 'POST',
      session: customer.session,
      json: again,
    });
    expect(refused).toMatchObject({ status: 409, body: { error: { details: { reason: 'invoice_issued' } } } });
  });

  it.skipIf(LATER === null)('gets statements, which cite each transaction once, when the month is over', async () => {
    expect(await server.stop()).toMatchObject({ exit: 0 });
    await postgres.stop('fast');
    gatewayDays = LATER_DAYS;
    await postgres.start(LATER ?? {});
    server = await installation.start(LATER ?? {});
    customer = customerAt(server.address, { ...customer.session, ...(await signIn(server.address)) });
    const cited: string[] = [];
    let closing = 0;
    for (const month of await pastMonths()) {
      // Work on it may have been done already, at two o'clock of the first.
      const answer = await ask(`${server.address}/v1/billing/statements`, {
        method: 'POST',
        session: customer.session,
        json: { month },
      });
      expect([200, 201]).toContain(answer.status);
      const { id } = statement.parse(answer.body);
      const { statement: sums, entries } = statementFile.parse(JSON.parse(await download(id, 'json')));
      const sumOf = (direction: string) =>
        entries.filter((each) => each.direction === direction).reduce((sum, { amount_minor }) => sum + amount_minor, 0);
      expect(sums).toMatchObject({
        opening_minor: closing,
        credit_minor: sumOf('credit'),
        debit_minor: sumOf('debit'),
        entry_count: entries.length,
        closing_minor: closing + sumOf('credit') - sumOf('debit'),
      });
      closing = sums.closing_minor;
      const ids = entries.map(({ transaction_id }) => transaction_id);
      expect((await download(id, 'csv')).match(/\btxn_\w{22}\b/g) ?? []).toEqual(ids);
      expect((await download(id, 'pdf')).slice(0, 5)).toBe('%PDF-');
      cited.push(...ids);
    }
    expect(closing).toBe(LEFT);
    expect(cited).toEqual(await pastTransactions());
    expect(new Set(cited).size).toBe(cited.length);
  });

  it('leaves books that say the same', async () => {
    const database = await connectDatabase({ connectionString: postgres.url() }, { log: silentLog, poolMax: 1 });
    try {
      expect(await checkLedger(database.db)).toMatchObject({ balanced: true, clearing_fen: 0n, mismatches: [] });
      const { rows } = await database.pool.query<{ code: string; balance: bigint }>(
        'select code, balance_fen as balance from ledger_account where balance_fen <> 0 order by code',
      );
      const plans = rows.filter(({ code }) => ['deferred_revenue', 'revenue_plan'].includes(code));
      expect(plans.reduce((sum, row) => sum + Number(row.balance), 0)).toBe(2 * PRICE);
      const others = rows.filter((row) => !plans.includes(row)).map(({ code, balance: held }) => [code, Number(held)]);
      expect(others).toEqual([
        ['cash_epay', FIRST + SECOND - REFUND],
        ['revenue_usage', BLOCK],
        ['wallet', LEFT],
      ]);
    } finally {
      await database.close();
    }
  });
});
