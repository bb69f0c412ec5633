import { expect } from 'vitest';
import { silentLog } from '../platform/log.ts';
import { newId } from '../shared/ids.ts';
import type { TestAccount } from './test-accounts.ts';
import type { TestOrder } from './test-orders.ts';
import type { RefundWorld } from './test-refunds.ts';
import { outcomeOf } from './test-team.ts';
import { ADMIN_TOKEN, type Call, type TestServer } from './test-services.ts';
import { balanceOf } from '../features/billing/ledger/index.ts';
import { refundSchema } from '../features/billing/refunds/schemas.ts';
import { workOnRefunds } from '../features/billing/refunds/worker.ts';

const NEVER = new AbortController().signal;
const REFUND_CALL = 'POST /api/pay/refund';

export const REFUNDS = '/v1/billing/refund-requests';
export const ADMIN_REFUNDS = '/v1/admin/refund-requests';

/** What the test that is under way is about. */
interface Present {
  server: TestServer;
  /** The gateway that the order was paid at. */
  world: RefundWorld;
  order: TestOrder;
  payer: TestAccount;
}

/** The calls of the routes of refunds for the order of the test that is under way, and what became of it. */
export function refundCalls(present: () => Present) {
  const database = () => present().server.services.database;
  const query = <Row extends object>(text: string, values: unknown[] = []) => database().pool.query<Row>(text, values);
  const ask = (json: object, call: Call = {}) => {
    const { server, payer, order } = present();
    return server.call('POST', REFUNDS, {
      session: payer.session,
      json: { order_id: order.id, reason: 'changed my mind', ...json },
      ...call,
    });
  };
  const asked = async (amount_minor = 1000) => refundSchema.parse((await ask({ amount_minor })).body);
  const decide = (id: string, what: string, json: object = {}, call: Call = { key: ADMIN_TOKEN }) =>
    present().server.call('POST', `${ADMIN_REFUNDS}/{id}/${what}`, { params: { id }, json, ...call });
  return {
    query,
    ask,
    asked,
    decide,
    approved: async (amount_minor = 1000) => {
      const { id } = await asked(amount_minor);
      expect(outcomeOf(await decide(id, 'approve'))).toBe('200');
      return id;
    },
    work: () => {
      const { server, world } = present();
      const { db } = server.services.database;
      const services = { db, log: silentLog, limits: server.services.config.limits, epay: world.epay };
      return workOnRefunds(services, { stopping: NEVER, absentTwiceMs: 1 });
    },
    spend: (amount: number) => spend(present(), amount),
    makeAdministrator: () => query('update account set is_admin = true where id = $1', [present().payer.accountId]),
    /** How often the gateway was called for a refund. */
    callCount: () => present().world.fake.requests.filter((request) => request === REFUND_CALL).length,
    paidOut: async () => {
      const number = await orderNo(present());
      return present().world.fake.orders.find(({ outTradeNo }) => outTradeNo === number)?.refunded;
    },
    orderNo: () => orderNo(present()),
    held: () => balanceOf(database().db, { code: 'refund_clearing' }),
    wallet: () => balanceOf(database().db, { code: 'wallet', organizationId: present().order.organizationId }),
    stateOf: async (id: string) => {
      const { rows } = await query<Record<string, unknown>>(
        `select r.status, p.state, p.attempts, o.status as order_status, o.refunded_fen, o.refund_reserved_fen
         from refund_request r left join provider_refund p on p.request_id = r.id join payment_order o on o.id = r.order_id
         where r.id = $1`,
        [id],
      );
      return rows[0];
    },
  };
}

async function orderNo({ server, order }: Present): Promise<string> {
  const { rows } = await server.services.database.pool.query<{ order_no: string }>(
    'select order_no from payment_order where id = $1',
    [order.id],
  );
  return rows[0]?.order_no ?? '';
}

/** As when the organization used some of its balance. */
async function spend({ server, order }: Present, amount: number): Promise<void> {
  const id = newId('transaction');
  const client = await server.services.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into ledger_transaction (id, kind, source_id, organization_id) values ($1, 'usage_charge', $1, $2)`,
      [id, order.organizationId],
    );
    await client.query(
      `insert into ledger_entry (transaction_id, account_id, amount_fen)
       select $1, a.id, case when a.code = 'wallet' then $3::bigint else -$3::bigint end from ledger_account a
       where (a.code = 'wallet' and a.organization_id = $2) or a.code = 'revenue_usage' order by a.id`,
      [id, order.organizationId, amount],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}
