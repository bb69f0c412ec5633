import type { FoundOrder } from '../../../../features/billing/orders/index.ts';
import { presentOrder } from '../../../../features/billing/orders/index.ts';
import { csvOf } from '../../../../shared/csv.ts';
import { formatYuan } from '../../../../shared/fen.ts';
import type { Language } from '../../../../shared/language.ts';
import { BILLING } from '../../../dashboard/billing/words.ts';
import { ADMIN_ORDERS } from './words.ts';

/** Orders for spreadsheets, one a line; what others wrote is text there, and no formula. */
export function ordersCsv(found: readonly FoundOrder[], language: Language): string {
  const { csv } = ADMIN_ORDERS[language];
  const words = BILLING[language];
  const titles = [
    csv.made,
    csv.number,
    csv.id,
    csv.organization,
    csv.organizationId,
    csv.purpose,
    csv.plan,
    csv.amount,
    csv.refunded,
    csv.channel,
    csv.status,
    csv.paid,
  ];
  const lines = found.map(({ order, organizationName }) => {
    const shown = presentOrder(order, null);
    return [
      shown.created_at,
      shown.order_no,
      shown.id,
      organizationName,
      order.organizationId,
      words.purposes[shown.purpose],
      shown.plan?.name ?? '',
      formatYuan(order.amount),
      formatYuan(order.refunded),
      words.channels[shown.channel],
      words.orderStatus[shown.status],
      shown.paid_at ?? '',
    ];
  });
  return csvOf([titles, ...lines]);
}
