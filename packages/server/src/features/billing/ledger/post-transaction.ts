import type { DbTransaction } from '../../../platform/database.ts';
import { fen, type Fen } from '../../../shared/fen.ts';
import { newId } from '../../../shared/ids.ts';
import { LEDGER_ACCOUNTS, type AccountCode, type TransactionKind } from '../../../shared/ledger-accounts.ts';
import { entriesOf, findTransaction, insertEntries, insertTransaction, lockBalances, openAccounts } from './queries.ts';

/** One side of a transaction: the account, and an amount above zero. */
export type Side = { debit: AccountCode; amount: Fen } | { credit: AccountCode; amount: Fen };

export interface NewTransaction {
  kind: TransactionKind;
  /** What it is booked for. A transaction of a kind exists once for each source. */
  sourceId: string;
  /** Whose it is. Its own accounts (`wallet`, `wallet_bonus`) are opened by their first entry. Null: nobody's. */
  organizationId: string | null;
  /** For people; 200 characters. */
  memo?: string;
  /** Debits and credits are equal, and no account appears twice. */
  entries: readonly Side[];
}

export type Posted =
  | { kind: 'posted'; id: string }
  /** It was booked before, with the same entries. */
  | { kind: 'repeated'; id: string }
  /** The account has less than the transaction would take. Nothing was written. */
  | { kind: 'insufficient'; account: AccountCode; balance: Fen; needed: Fen };

/**
 * Books a transaction. The accounts stay locked until the caller's transaction ends; they are locked in the order of their ids, so
 * two postings cannot deadlock. A caller that makes several in one transaction must expect it all the same (40P01) and try again.
 *
 * @throws {Error} unequal sides, an account twice, an amount of zero or less, or other entries under the same kind and source: bugs
 */
export async function postTransaction(trx: DbTransaction, given: NewTransaction): Promise<Posted> {
  const signed = signedEntries(given);
  const accounts = await openAccounts(trx, given.organizationId, [...signed.keys()]);
  const entries = accounts.map(({ id, code }) => ({ accountId: id, code, amount: signed.get(code) ?? fen(0n) }));
  const balances = await lockBalances(
    trx,
    entries.map(({ accountId }) => accountId),
  );
  // Only under the lock: whoever booked the same before has committed, or will not.
  const earlier = await findTransaction(trx, given);
  if (earlier !== undefined) return repeated(trx, earlier, entries);
  for (const { accountId, code, amount } of entries) {
    const taken = LEDGER_ACCOUNTS[code].side === 'credit' ? amount : fen(0n);
    const balance = balances.get(accountId) ?? fen(0n);
    if (taken > balance) return { kind: 'insufficient', account: code, balance, needed: taken };
  }
  const id = newId('transaction');
  await insertTransaction(trx, id, given);
  await insertEntries(trx, id, entries);
  return { kind: 'posted', id };
}

/** Debits above zero, credits below, by account. */
function signedEntries({ kind, sourceId, entries }: NewTransaction): Map<AccountCode, Fen> {
  const what = `transaction ${kind} of ${sourceId}`;
  const signed = new Map<AccountCode, Fen>();
  let sum = 0n;
  for (const side of entries) {
    const [code, amount] = 'debit' in side ? [side.debit, side.amount] : [side.credit, fen(0n - side.amount)];
    if (side.amount <= 0n) throw new RangeError(`${what}: ${side.amount} fen on ${code}`);
    if (signed.has(code)) throw new RangeError(`${what} has ${code} twice`);
    signed.set(code, amount);
    sum += amount;
  }
  if (sum !== 0n || signed.size < 2) throw new RangeError(`${what} is unbalanced by ${sum} fen`);
  return signed;
}

async function repeated(
  trx: DbTransaction,
  id: string,
  entries: readonly { accountId: number; amount: Fen }[],
): Promise<Posted> {
  const stored = await entriesOf(trx, id);
  const isSame =
    stored.size === entries.length && entries.every(({ accountId, amount }) => stored.get(accountId) === amount);
  if (!isSame) throw new Error(`ledger transaction ${id} was booked with other entries`);
  return { kind: 'repeated', id };
}
