import { liveSubscription, type LiveSubscription } from '../../../features/billing/subscriptions/index.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { Dashboard, Visit } from '../kit/visit.ts';
import { requirePrices } from './priced.ts';

/** @throws {AppError} NOT_FOUND: there is none */
export async function requireSubscription(dashboard: Dashboard, { member }: Visit): Promise<LiveSubscription> {
  requirePrices(dashboard);
  const row = await liveSubscription(dashboard.services.db, member.organizationId);
  if (row === undefined) throw new AppError('NOT_FOUND');
  return row;
}
