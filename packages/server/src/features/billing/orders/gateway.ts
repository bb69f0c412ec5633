import type { Db } from '../../../platform/database.ts';
import { newId } from '../../../shared/ids.ts';
import { accountRecord, type EpayGateway } from '../epay/index.ts';
import { useAccount } from './queries/payments.ts';
import type { PaymentGateway } from './services.ts';

/** The configured gateway with the row of its account, which is made at the first start with it; null: there is none. */
export async function openPaymentGateway(db: Db, gateway: EpayGateway | null): Promise<PaymentGateway | null> {
  if (gateway === null) return null;
  const { provider: _always, ...record } = accountRecord(gateway);
  const accountId = await db
    .transaction()
    .execute((trx) => useAccount(trx, { ...record, id: newId('providerAccount') }));
  return { ...gateway, accountId };
}
