import { nameOrganizations } from '../../../features/admin/index.ts';
import { listWaiting } from '../../../features/billing/refunds/index.ts';
import { listFrozen, listSuspended } from '../../../features/finance/index.ts';
import { fenFromStored, type Fen } from '../../../shared/fen.ts';
import type { Language } from '../../../shared/language.ts';
import { formatMoney } from '../../kit/format-money.ts';
import type { AdminSite } from '../kit/visit.ts';
import { ADMIN_ORDERS } from './orders/words.ts';
import type { CaseRow } from './page.tsx';

type Db = AdminSite['services']['db'];

const REFUNDS_SHOWN = 100;

/** The money that waits for a decision, by what it waits for. */
export async function readCases(
  db: Db,
  language: Language,
): Promise<Record<'suspense' | 'frozen' | 'refunds' | 'unknownRefunds', CaseRow[]>> {
  return {
    suspense: await named(db, await suspense(db, language)),
    frozen: await named(db, await frozen(db, language)),
    refunds: await named(db, await refunds(db, 'to_decide', language)),
    unknownRefunds: await named(db, await refunds(db, 'unknown_outcome', language)),
  };
}

type Unnamed = Omit<CaseRow, 'organizationName'>;

const money = (amount: Fen, language: Language): string => formatMoney(amount, language);

async function suspense(db: Db, language: Language): Promise<Unnamed[]> {
  return (await listSuspended(db)).map((row) => ({
    id: row.id,
    order: row.outTradeNo,
    orderId: row.orderId,
    trade: row.tradeNo,
    organizationId: row.organizationId,
    amount: money(row.amount, language),
    reason: ADMIN_ORDERS[language].reasons[row.reason],
    at: row.receivedAt.toISOString(),
  }));
}

async function frozen(db: Db, language: Language): Promise<Unnamed[]> {
  return (await listFrozen(db)).map((row) => ({
    id: row.orderId,
    order: row.orderNo,
    orderId: row.orderId,
    trade: null,
    organizationId: row.organizationId,
    amount: money(row.amount, language),
    reason: null,
    at: row.frozenAt.toISOString(),
  }));
}

async function refunds(db: Db, which: 'to_decide' | 'unknown_outcome', language: Language): Promise<Unnamed[]> {
  return (await listWaiting(db, which, REFUNDS_SHOWN)).map((row) => ({
    id: row.id,
    order: row.order_no,
    orderId: row.order_id,
    trade: null,
    organizationId: row.organization_id,
    amount: money(fenFromStored(row.amount_fen), language),
    reason: row.reason,
    at: row.created_at.toISOString(),
  }));
}

/** The same with the names of their organizations. */
async function named(db: Db, cases: readonly Unnamed[]): Promise<CaseRow[]> {
  const names = await nameOrganizations(
    db,
    cases.map(({ organizationId }) => organizationId),
  );
  return cases.map((row) => ({ ...row, organizationName: names.get(row.organizationId ?? '') ?? null }));
}
