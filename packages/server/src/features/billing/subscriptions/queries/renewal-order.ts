import type { DbTransaction } from '../../../../platform/database.ts';
import { sql } from 'kysely';

/** The order that would renew the subscription and can still be paid, locked until the transaction ends. */
export async function lockOpenRenewal(trx: DbTransaction, organizationId: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('payment_order')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('purpose', '=', 'plan_renewal')
    .where('status', '=', 'pending')
    .where('expires_at', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();
  return row?.id;
}
