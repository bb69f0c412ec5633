import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { fenFromStored, NO_FEN, type Fen, type StoredFen } from '../../../shared/fen.ts';
import { LEDGER_ACCOUNTS, type AccountCode, type TransactionKind } from '../../../shared/ledger-accounts.ts';

/** An account: one of an organization, or one of ours (then without). */
export interface AccountOf {
  code: AccountCode;
  organizationId?: string;
}

/** The accounts of a transaction, in the order of their ids. Those of the organization are opened if they do not exist. */
export async function openAccounts(
  trx: Db,
  organizationId: string | null,
  codes: readonly AccountCode[],
): Promise<{ id: number; code: AccountCode }[]> {
  const own = codes.filter((code) => LEDGER_ACCOUNTS[code].ofOrganization);
  if (own.length > 0) {
    if (organizationId === null) throw new Error(`${own.join(', ')}: accounts of nobody`);
    await trx
      .insertInto('ledger_account')
      .values(own.map((code) => ({ code, organization_id: organizationId })))
      .onConflict((conflict) => conflict.columns(['code', 'organization_id']).doNothing())
      .execute();
  }
  const accounts = await trx
    .selectFrom('ledger_account')
    .select(['id', 'code'])
    .where('code', 'in', [...codes])
    .where((eb) => eb.or([eb('organization_id', 'is', null), eb('organization_id', '=', organizationId)]))
    .orderBy('id')
    .execute();
  if (accounts.length !== codes.length) throw new Error(`not all accounts exist: ${codes.join(', ')}`);
  return accounts;
}

/** Locks the accounts in the order of their ids. Answers their balances. */
export async function lockBalances(trx: Db, ids: readonly number[]): Promise<Map<number, Fen>> {
  const { rows } = await sql<{ id: number; balance_fen: StoredFen }>`
    select id, balance_fen from lock_ledger_accounts(${[...ids]}::bigint[])`.execute(trx);
  return new Map(rows.map(({ id, balance_fen }) => [id, fenFromStored(balance_fen)]));
}

export async function findTransaction(
  db: Db,
  { kind, sourceId }: { kind: TransactionKind; sourceId: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('ledger_transaction')
    .select('id')
    .where('kind', '=', kind)
    .where('source_id', '=', sourceId)
    .executeTakeFirst();
  return row?.id;
}

/** Amounts by account, debits above zero. */
export async function entriesOf(db: Db, transactionId: string): Promise<Map<number, Fen>> {
  const rows = await db
    .selectFrom('ledger_entry')
    .select(['account_id', 'amount_fen'])
    .where('transaction_id', '=', transactionId)
    .execute();
  return new Map(rows.map(({ account_id, amount_fen }) => [account_id, fenFromStored(amount_fen)]));
}

/** The same by the names of the accounts. */
export async function amountsOf(db: Db, transactionId: string): Promise<Map<AccountCode, Fen>> {
  const rows = await db
    .selectFrom('ledger_entry as entry')
    .innerJoin('ledger_account as account', 'account.id', 'entry.account_id')
    .select(['account.code', 'entry.amount_fen'])
    .where('entry.transaction_id', '=', transactionId)
    .orderBy('account.id')
    .execute();
  return new Map(rows.map(({ code, amount_fen }) => [code, fenFromStored(amount_fen)]));
}

export async function insertTransaction(
  trx: Db,
  id: string,
  given: { kind: TransactionKind; sourceId: string; organizationId: string | null; memo?: string },
): Promise<void> {
  const { kind, sourceId, organizationId, memo } = given;
  await trx
    .insertInto('ledger_transaction')
    .values({ id, kind, source_id: sourceId, organization_id: organizationId, memo: memo ?? null })
    .execute();
}

/** @param entries in the order of the accounts' ids */
export async function insertEntries(
  trx: Db,
  transactionId: string,
  entries: readonly { accountId: number; amount: Fen }[],
): Promise<void> {
  await trx
    .insertInto('ledger_entry')
    .values(
      entries.map(({ accountId, amount }) => ({
        transaction_id: transactionId,
        account_id: accountId,
        amount_fen: amount,
      })),
    )
    .execute();
}

/** What the account holds, on its own side: that of a wallet is what we owe. Zero when it was never used. */
export async function balanceOf(db: Db, { code, organizationId }: AccountOf): Promise<Fen> {
  const row = await db
    .selectFrom('ledger_account')
    .select('balance_fen')
    .where('code', '=', code)
    .where('organization_id', organizationId === undefined ? 'is' : '=', organizationId ?? null)
    .executeTakeFirst();
  return row === undefined ? NO_FEN : fenFromStored(row.balance_fen);
}

/** What an organization can spend: of what it paid for, without what is frozen, and of gifts. */
export async function spendableOf(db: Db, organizationId: string): Promise<{ paid: Fen; bonus: Fen }> {
  const { rows } = await sql<{ paid: StoredFen; bonus: StoredFen }>`
    select
      greatest(0, coalesce(sum(balance_fen) filter (where code = 'wallet'), 0) - frozen_fen(${organizationId})) as paid,
      coalesce(sum(balance_fen) filter (where code = 'wallet_bonus'), 0) as bonus
    from ledger_account where organization_id = ${organizationId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a sum has one row');
  return { paid: fenFromStored(row.paid), bonus: fenFromStored(row.bonus) };
}

/** A transaction as one account sees it. */
export interface WalletEntry {
  transactionId: string;
  kind: TransactionKind;
  sourceId: string;
  memo: string | null;
  /** Above zero: the balance grew. */
  amount: Fen;
  /** That of the next older entry, and this amount. */
  balanceAfter: Fen;
  /** Counts the entries of the account from 1, without a gap. */
  sequence: number;
  at: Date;
}

export interface WalletEntryFilter {
  /** Only older ones than this sequence. */
  before?: number;
  limit: number;
  kinds?: readonly TransactionKind[];
  direction?: 'credit' | 'debit';
  sourceId?: string;
  /** At this instant or later. */
  from?: Date;
  /** Before this instant. */
  to?: Date;
}

/** The entries of an account, the newest first. Without a filter each balance is the next one's and the amount. */
export async function listTransactions(
  db: Db,
  { code, organizationId }: AccountOf,
  { before, limit, kinds, direction, sourceId, from, to }: WalletEntryFilter,
): Promise<WalletEntry[]> {
  const rows = await db
    .selectFrom('ledger_entry as entry')
    .innerJoin('ledger_account as account', 'account.id', 'entry.account_id')
    .innerJoin('ledger_transaction as booked', 'booked.id', 'entry.transaction_id')
    .select(['booked.id', 'booked.kind', 'booked.source_id', 'booked.memo', 'booked.created_at', 'entry.account_seq'])
    .select(['entry.balance_after_fen', sql<StoredFen>`entry.amount_fen * account.normal_sign`.as('amount_fen')])
    .where('account.code', '=', code)
    .where('account.organization_id', organizationId === undefined ? 'is' : '=', organizationId ?? null)
    .$if(before !== undefined, (query) => query.where('entry.account_seq', '<', before ?? 0))
    .$if(kinds !== undefined, (query) => query.where('booked.kind', 'in', [...(kinds ?? [])]))
    .$if(direction !== undefined, (query) =>
      query.where(sql<boolean>`(entry.amount_fen * account.normal_sign > 0) = ${direction === 'credit'}`),
    )
    .$if(sourceId !== undefined, (query) => query.where('booked.source_id', '=', sourceId ?? ''))
    .$if(from !== undefined, (query) => query.where('booked.created_at', '>=', from ?? new Date(0)))
    .$if(to !== undefined, (query) => query.where('booked.created_at', '<', to ?? new Date(0)))
    .orderBy('entry.account_seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    transactionId: row.id,
    kind: row.kind,
    sourceId: row.source_id,
    memo: row.memo,
    amount: fenFromStored(row.amount_fen),
    balanceAfter: fenFromStored(row.balance_after_fen),
    sequence: row.account_seq,
    at: row.created_at,
  }));
}
