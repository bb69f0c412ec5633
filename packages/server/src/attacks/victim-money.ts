import { z } from 'zod';
import { asOrder, notice, type PaymentServer } from '../testing/test-payments.ts';
import { outcomeOf, type Team } from '../testing/test-team.ts';

const named = z.object({ id: z.string() });

/** What the organization that is attacked owns of billing, by the beginning of the paths that name it with `{id}`. */
export interface VictimMoney {
  orderId: string;
  byPath: Readonly<Record<string, string>>;
}

/** A statement of last month, an invoice of one paid order, and the refund of another. */
export async function createVictimMoney(
  server: PaymentServer,
  { org_id, members: { billing } }: Team,
  mark: string,
): Promise<VictimMoney> {
  const { pool } = server.services.database;
  const { session } = billing;
  const made = async (path: string, json: object) => {
    const answer = await server.call('POST', path, { session, json });
    if (answer.status !== 201) throw new Error(`${path}: ${outcomeOf(answer)}`);
    return answer;
  };
  const paid = async (amount: number) => {
    const order = asOrder(await made('/v1/billing/recharge', { amount_minor: amount, channel: 'alipay' }));
    await server.notify(notice(order));
    return order.id;
  };
  const { rows } = await pool.query<{ month: string }>(
    `update organization set created_at = now() - interval '70 days' where id = $1
     returning to_char(date_trunc('month', now() at time zone 'Asia/Shanghai') - interval '1 day', 'YYYY-MM') as month`,
    [org_id],
  );
  const [orderId, refunded] = [await paid(1_000), await paid(2_000)];
  const profile = { title_type: 'personal', title: mark, email: `${mark}@example.com` };
  const idOf = async (path: string, json: object) => named.parse((await made(path, json)).body).id;
  const statement = await idOf('/v1/billing/statements', { month: rows[0]?.month });
  const invoice = await idOf('/v1/billing/invoice-requests', {
    invoice_type: 'vat_normal',
    order_ids: [orderId],
    profile,
    remark: mark,
  });
  const refund = await idOf('/v1/billing/refund-requests', { order_id: refunded, amount_minor: 500, reason: mark });
  return {
    orderId,
    byPath: {
      '/v1/billing/statements/': statement,
      '/v1/billing/invoice-requests/': invoice,
      '/v1/admin/invoice-requests/': invoice,
      '/v1/billing/refund-requests/': refund,
      '/v1/admin/refund-requests/': refund,
    },
  };
}
