import { buyingOf } from '../../../features/billing/orders/index.ts';
import { redirect, type PageAnswer } from '../../../http/page-route.ts';
import { dashboardPath } from '../kit/frame.ts';
import { askerOf, type Visit } from '../kit/visit.ts';
import { onceOf } from './twice.ts';

/** What every form that makes orders asks for. */
export const PAYS = { permission: 'billing:pay', recent: 'never', rateLimit: 'order' } as const;

/** Who buys; the same form sent again is the same order. */
export function buyingOnce(visit: Visit) {
  return { ...buyingOf(askerOf(visit)), key: onceOf(visit) };
}

/** To the page of an order, where it is paid. */
export function toOrder({ frame }: Visit, id: string): PageAnswer {
  return redirect(dashboardPath(frame, `billing/orders/${id}`));
}
