import { randomBytes } from 'node:crypto';
import type { DbTransaction } from '../../../platform/database.ts';
import { storedJson } from '../../../platform/stored-json.ts';
import type { OrderPurpose, PaymentChannel } from '../../../shared/billing-words.ts';
import type { Fen } from '../../../shared/fen.ts';
import { newId } from '../../../shared/ids.ts';
import { nameOfActor, writeAudit, type AuditedBy } from '../../audit/index.ts';
import { tellOfOrder } from './events.ts';
import type { Order } from './order.ts';
import { insertOrder } from './queries/orders.ts';
import { planPolls } from './queries/polls.ts';

export interface NewOrder {
  organizationId: string;
  purpose: OrderPurpose;
  amount: Fen;
  channel: PaymentChannel;
  /** The account at the gateway through which alone it can be paid; null: from the balance. */
  providerAccountId: string | null;
  /** The plan as it is offered; null: a recharge. */
  snapshot: object | null;
}

/** Crockford's letters: none looks like another. */
const NUMBER_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const NUMBER_LETTERS_COUNT = 12;

/** Makes a pending order, with everything that belongs to it. */
export async function placeOrder(trx: DbTransaction, given: NewOrder, by: AuditedBy): Promise<Order> {
  const { snapshot, ...terms } = given;
  const order = await insertOrder(trx, {
    ...terms,
    id: newId('order'),
    numberEnd: newNumberEnd(),
    createdBy: nameOfActor(by),
    planSnapshot: snapshot === null ? null : storedJson(snapshot),
  });
  if (given.providerAccountId !== null) await planPolls(trx, order.id);
  await writeAudit(trx, {
    ...by,
    organizationId: order.organizationId,
    action: 'payment_order.created',
    target: { kind: 'payment_order', id: order.id },
    details: { purpose: order.purpose, amount_fen: given.amount.toString(), channel: order.channel },
  });
  await tellOfOrder(trx, 'order.created', order);
  return order;
}

function newNumberEnd(): string {
  return Array.from(randomBytes(NUMBER_LETTERS_COUNT), (byte) => NUMBER_LETTERS.charAt(byte % 32)).join('');
}
