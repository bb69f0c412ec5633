import type { DbTransaction } from '../../../platform/database.ts';
import { retriedTransaction } from '../../../platform/retried-transaction.ts';
import { fen, fenFromStored, formatYuan } from '../../../shared/fen.ts';
import type { Language } from '../../../shared/language.ts';
import { queueMail } from '../../mail/index.ts';
import { findOrganizationName, listOwners, type NoticeServices, type Person } from '../../notices/index.ts';
import { spendableOf } from '../ledger/index.ts';
import { findPlan } from '../plans/index.ts';
import { getSubscription, lockLive, quoteRenewal, type LiveSubscription } from '../subscriptions/index.ts';
import { insertNotice, listNotices, type Due, type NoticeKind } from './queries.ts';
import type { RenewalServices } from './renew.ts';

type Services = RenewalServices & Omit<NoticeServices, 'clock'>;

/**
 * Tells the owners by mail, before a subscription renews by itself, of a new price and of a balance that is short: each once. Answers
 * how many notices were given.
 */
export async function giveNotices(services: Services, signal?: AbortSignal): Promise<number> {
  let given = 0;
  for (const due of await listNotices(services.db)) {
    if (signal?.aborted === true) break;
    if (await retriedTransaction(services.db, (trx) => giveNotice(trx, services, due))) given += 1;
  }
  return given;
}

async function giveNotice(
  trx: DbTransaction,
  services: Services,
  { organizationId, kind }: Due & { kind: NoticeKind },
): Promise<boolean> {
  const locked = await lockLive(trx, organizationId);
  if (locked === undefined) return false;
  const live = await getSubscription(trx, locked.id);
  return kind === 'price' ? announcePrice(trx, services, live) : warnOfBalance(trx, services, live, kind);
}

async function announcePrice(trx: DbTransaction, services: Services, live: LiveSubscription): Promise<boolean> {
  const newest = await findPlan(trx, live.plan_code);
  const isSame = newest === undefined || newest.version === live.plan_version || newest.price_fen === live.price_fen;
  if (isSame || newest.price_fen === null || live.price_fen === null || live.scheduled_plan_code !== null) return false;
  const [before, amount] = [fenFromStored(live.price_fen), fenFromStored(newest.price_fen)];
  if (!(await insertNotice(trx, noticeOf(live, 'price', newest.version)))) return false;
  const values = { ...(await commonOf(trx, live)), before: formatYuan(before), amount: formatYuan(amount) };
  for (const { email: to, language } of await payersOf(trx, live)) {
    const own = { ...values, plan: live.name[language], link: linkOf(services, live, language) };
    await queueMail(trx, services.secrets, { template: 'price_changed', to, language, values: own });
  }
  return true;
}

async function warnOfBalance(
  trx: DbTransaction,
  services: Services,
  live: LiveSubscription,
  kind: NoticeKind,
): Promise<boolean> {
  const quote = await quoteRenewal(trx, live);
  if (quote.unavailable !== undefined) return false;
  const { paid, bonus } = await spendableOf(trx, live.organization_id);
  const balance = fen(paid + bonus);
  if (balance >= quote.amount) return false;
  if (!(await insertNotice(trx, noticeOf(live, kind, quote.snapshot.plan_version)))) return false;
  const values = { ...(await commonOf(trx, live)), amount: formatYuan(quote.amount), balance: formatYuan(balance) };
  for (const { email: to, language } of await payersOf(trx, live)) {
    const own = { ...values, plan: live.name[language], link: linkOf(services, live, language) };
    await queueMail(trx, services.secrets, { template: 'renewal_short', to, language, values: own });
  }
  return true;
}

function noticeOf({ id, current_period_end: periodEnd }: LiveSubscription, kind: NoticeKind, planVersion: number) {
  return { subscriptionId: id, periodEnd, kind, planVersion };
}

async function commonOf(trx: DbTransaction, live: LiveSubscription): Promise<{ organization: string; when: string }> {
  const organization = await findOrganizationName(trx, live.organization_id);
  return { organization, when: live.current_period_end.toISOString() };
}

function payersOf(trx: DbTransaction, { organization_id: organizationId }: LiveSubscription): Promise<Person[]> {
  return listOwners(trx, organizationId);
}

function linkOf({ links }: Pick<Services, 'links'>, live: LiveSubscription, language: Language): string {
  return links.page(language, `dashboard?org=${live.organization_id}`);
}
