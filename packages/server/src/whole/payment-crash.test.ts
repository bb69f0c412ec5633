import {
  startFakeEpayGateway,
  startStatementGate,
  type FakeEpayGateway,
  type StatementGate,
  type Stop,
} from '@revera/testkit/servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLedger } from '../features/billing/ledger/index.ts';
import { connectDatabase, type Database } from '../platform/database.ts';
import { silentLog } from '../platform/log.ts';
import { until } from '../platform/test-process.ts';
import { notice } from '../testing/test-payments.ts';
import { registerCustomer, type Customer, type CustomersOrder } from './customer.ts';
import { freePort, startPostgresServer, type PostgresServer } from './postgres-server.ts';
import { createInstallation, PATIENCE_MS, type Installation, type ServerProcess } from './server-process.ts';

const COPIES = 50;
const AMOUNT = 1_000;
const patience = { everyMs: 100, withinMs: PATIENCE_MS };

let postgres: PostgresServer;
let sessions: StatementGate;
let gateway: FakeEpayGateway;
let database: Database;
let installation: Installation;
let server: ServerProcess;
let customer: Customer;
let credited = 0;
/** Notifications go to the address that an order was made with, so the process is always started at the same. */
let port: string;
beforeAll(async () => {
  postgres = await startPostgresServer();
  sessions = await startStatementGate(postgres.port);
  gateway = await startFakeEpayGateway();
  port = String(await freePort());
  installation = await createInstallation({ ...gateway.settings('v1'), DATABASE_URL: postgres.url(sessions.port) });
  const all = await installation.start({ PORT: port });
  customer = await registerCustomer(installation, all.address);
  await all.stop();
  server = await startApi(port);
  database = await connectDatabase({ connectionString: postgres.url() }, { log: silentLog, poolMax: 2 });
}, PATIENCE_MS);
afterAll(async () => {
  await installation.clear();
  await database.close();
  await sessions.close();
  await gateway.close();
  await postgres.clear();
});

/** It asks the gateway nothing by itself: workers do. */
function startApi(at: string): Promise<ServerProcess> {
  return installation.start({ PORT: at }, ['--role', 'api']);
}

/** An order that the gateway knows, because the buyer has seen its page. */
async function orderAtGateway(): Promise<CustomersOrder> {
  // Another amount each time: the same recharge within ten seconds is the same order.
  const order = await customer.recharge(AMOUNT + gateway.orders.length);
  await (await fetch(order.pay_url ?? '', { headers: { connection: 'close' } })).text();
  return order;
}

/** Pays at the gateway, and kills the process that is told of it when it has come so far. */
async function killAt(stop: Stop, { order_no }: CustomersOrder, isInTime: () => Promise<unknown>): Promise<void> {
  const stopped = sessions.stopAt(stop);
  // It hears of this payment because the buyer comes back, and so never tells of it again by itself.
  const paid = gateway.pay(order_no, 'return');
  await stopped;
  await isInTime();
  await server.kill();
  await paid;
  server = await startApi(port);
}

async function rowsOf(order: CustomersOrder): Promise<string> {
  const { rows } = await database.pool.query<{ state: string }>(
    `select o.status || ', ' ||
       (select count(*) from provider_payment p where p.order_id = o.id) || ' payments, ' ||
       (select count(*) from ledger_transaction t where t.kind = 'fulfil' and t.source_id = o.id) || ' credits, ' ||
       (select count(*) from payment_notification n where n.source = 'notify' and n.raw like ('%' || o.order_no || '%')::bytea) || ' messages' as state
     from payment_order o where o.id = $1`,
    [order.id],
  );
  return rows[0]?.state ?? '';
}

/** What the next attempt of the gateway was answered. */
async function nextAttempt({ order_no }: CustomersOrder): Promise<string> {
  const known = gateway.orders.find(({ outTradeNo }) => outTradeNo === order_no);
  if (known !== undefined) known.nextAttemptAt = new Date();
  await gateway.runCron();
  const attempt = known?.attempts.at(-1);
  return `${attempt?.status ?? 'no answer'} ${attempt?.body ?? ''}`;
}

async function unpaid(): Promise<number> {
  const pending = await database.pool.query(`select from payment_order where status = 'pending'`);
  return pending.rowCount ?? 0;
}

const isPaid = ({ id }: CustomersOrder) =>
  until(async () => {
    const paid = await database.pool.query('select from payment_order where id = $1 and paid_at is not null', [id]);
    return paid.rowCount === 1;
  }, patience);

/** Whether a question to the gateway about it was answered, after which it is not asked about any more. */
async function isAnswered({ id }: CustomersOrder): Promise<boolean> {
  const settled = `select from payment_poll p join payment_order o on o.id = p.order_id
    where o.id = $1 and o.status = 'fulfilled' and p.due_at is null`;
  return (await database.pool.query(settled, [id])).rowCount === 1;
}

const BOOKED = 'insert into "fulfillment"';
const COMMIT = 'commit\0';
interface Moment extends Stop {
  name: string;
  /** What is there when the process is dead. */
  left: string;
  /** Whether the gateway tells of it again, or nobody does. */
  learns: 'told again' | 'asked about later';
}
const MOMENTS: readonly Moment[] = [
  {
    name: 'before it has written the message down',
    statements: ['insert into "payment_notification"'],
    at: 'statement',
    left: 'pending, 0 payments, 0 credits, 0 messages',
    learns: 'asked about later',
  },
  {
    name: 'before it begins to book',
    statements: ['insert into "payment_notification"', 'lock_timeout'],
    at: 'statement',
    left: 'pending, 0 payments, 0 credits, 1 messages',
    learns: 'told again',
  },
  {
    name: 'in the midst of booking',
    statements: [BOOKED],
    at: 'statement',
    left: 'pending, 0 payments, 0 credits, 1 messages',
    learns: 'asked about later',
  },
  {
    name: 'before the commit',
    statements: [BOOKED, COMMIT],
    at: 'statement',
    left: 'pending, 0 payments, 0 credits, 1 messages',
    learns: 'told again',
  },
  {
    name: 'after the commit, before the answer',
    statements: [BOOKED, COMMIT],
    at: 'answer',
    left: 'fulfilled, 1 payments, 1 credits, 1 messages',
    learns: 'told again',
  },
];

describe('a process that is killed while it is told of a payment', { timeout: PATIENCE_MS * 2 }, () => {
  const neverTold: CustomersOrder[] = [];

  async function killOne(moment: Moment): Promise<CustomersOrder> {
    const order = await orderAtGateway();
    await killAt(moment, order, () => (moment.at === 'answer' ? isPaid(order) : Promise.resolve()));
    expect(gateway.orders.at(-1)?.attempts.map(({ status }) => status)).toEqual([null]);
    expect(await rowsOf(order)).toBe(moment.left);
    credited += order.amount_minor;
    return order;
  }

  it.each(MOMENTS)('F37 F38 F39 F40 $name: it is credited once, being $learns', async (moment) => {
    const order = await killOne(moment);
    if (moment.learns === 'asked about later') return void neverTold.push(order);
    expect(await nextAttempt(order)).toBe('200 success');
    expect(await rowsOf(order)).toMatch(/^fulfilled, 1 payments, 1 credits, [12] messages$/);
    expect(await unpaid()).toBe(neverTold.length);
  });

  it('F35 F37 F38 asks the gateway when it is never told again, and credits each once', async () => {
    const worker = await installation.start({}, ['--role', 'worker']);
    await until(async () => (await Promise.all(neverTold.map(isAnswered))).every(Boolean), patience);
    expect(await worker.stop()).toMatchObject({ exit: 0 });
    expect(await Promise.all(neverTold.map(rowsOf))).toEqual([
      'fulfilled, 1 payments, 1 credits, 0 messages',
      'fulfilled, 1 payments, 1 credits, 1 messages',
    ]);
    expect(await customer.balance()).toBe(credited);
  });
});

describe('two processes', { timeout: PATIENCE_MS }, () => {
  it('F3 credit one payment that they are told of 50 times at once, and tell of it once', async () => {
    const order = await customer.recharge(AMOUNT);
    const processes = [server, await startApi('0')];
    const query = new URLSearchParams(notice(order)).toString();
    const answers = await Promise.all(
      Array.from({ length: COPIES }, async (_none, copy) => {
        const address = processes[copy % processes.length]?.address ?? '';
        const answer = await fetch(`${address}/api/payments/epay/notify?${query}`, {
          headers: { connection: 'close' },
        });
        return `${answer.status} ${await answer.text()}`;
      }),
    );
    expect(new Set(answers)).toEqual(new Set(['200 success']));
    expect(await rowsOf(order)).toBe(`fulfilled, 1 payments, 1 credits, ${COPIES} messages`);
    const { rows } = await database.pool.query<{ verdict: string; count: number }>(
      `select verdict, count(*)::int from payment_notification where order_id = $1 group by verdict order by verdict`,
      [order.id],
    );
    expect(rows).toEqual([
      { verdict: 'accepted', count: 1 },
      { verdict: 'duplicate', count: COPIES - 1 },
    ]);
    credited += order.amount_minor;
    expect(await customer.balance()).toBe(credited);
    expect(await checkLedger(database.db)).toMatchObject({ balanced: true, clearing_fen: 0n });
  });
});
