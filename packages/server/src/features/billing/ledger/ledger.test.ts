import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../platform/test-database.ts';
import { fen, fenFromStored } from '../../../shared/fen.ts';
import { newId } from '../../../shared/ids.ts';
import { LEDGER_ACCOUNTS, type AccountCode } from '../../../shared/ledger-accounts.ts';
import { balanceOf, listTransactions, postTransaction, type NewTransaction } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ poolMax: 30 });
});
afterAll(() => database.drop());

async function newOrganization(): Promise<string> {
  const id = newId('organization');
  await database.db.insertInto('organization').values({ id, name: 'Test', kind: 'team' }).execute();
  return id;
}

const post = (given: NewTransaction) => database.db.transaction().execute((trx) => postTransaction(trx, given));

const credit = (organizationId: string, amount: bigint, sourceId = newId('order')): NewTransaction => ({
  kind: 'adjust',
  sourceId,
  organizationId,
  entries: [
    { debit: 'adjustment_expense', amount: fen(amount) },
    { credit: 'wallet', amount: fen(amount) },
  ],
});
const spend = (organizationId: string, amount: bigint, sourceId = newId('job')): NewTransaction => ({
  kind: 'usage_charge',
  sourceId,
  organizationId,
  entries: [
    { debit: 'wallet', amount: fen(amount) },
    { credit: 'revenue_usage', amount: fen(amount) },
  ],
});
const walletOf = (organizationId: string) => balanceOf(database.db, { code: 'wallet', organizationId });

const accounts = codesOf(LEDGER_ACCOUNTS);
function codesOf<Code extends string, Row>(table: Readonly<Record<Code, Row>>): [Code, Row][] {
  const found: [Code, Row][] = [];
  for (const code in table) found.push([code, table[code]]);
  return found;
}

describe('the accounts', () => {
  it('are those of the vocabulary, each on its side', async () => {
    const organizationId = await newOrganization();
    const stored = new Map<AccountCode, unknown>();
    for (const [code, { ofOrganization }] of accounts) {
      const insert = { code, organization_id: organizationId };
      if (ofOrganization) await database.db.insertInto('ledger_account').values(insert).execute();
      else
        await expect(database.db.insertInto('ledger_account').values(insert).execute()).rejects.toThrow(
          'check constraint',
        );
    }
    const rows = await database.db.selectFrom('ledger_account').selectAll().execute();
    for (const { code, normal_sign, may_overdraw, organization_id } of rows) {
      stored.set(code, { side: normal_sign === 1 ? 'debit' : 'credit', may_overdraw, own: organization_id !== null });
    }
    expect(stored).toEqual(
      new Map(
        accounts.map(([code, { side, ofOrganization }]) => [
          code,
          { side, may_overdraw: side === 'debit', own: ofOrganization },
        ]),
      ),
    );
  });
});
describe('a transaction', () => {
  it('moves money between its accounts', async () => {
    const organizationId = await newOrganization();
    expect(await walletOf(organizationId)).toBe(0n);
    expect(await post(credit(organizationId, 1000n))).toMatchObject({ kind: 'posted' });
    expect(await post(spend(organizationId, 300n))).toMatchObject({ kind: 'posted' });
    expect(await walletOf(organizationId)).toBe(700n);
  });

  it('is booked once for each source, and recognised when it comes again, also when it could not be paid twice', async () => {
    const organizationId = await newOrganization();
    await post(credit(organizationId, 1000n));
    const spent = spend(organizationId, 1000n);
    const first = await post(spent);
    expect(await post(spent)).toEqual({ ...first, kind: 'repeated' });
    expect(await walletOf(organizationId)).toBe(0n);
    expect(await post({ ...spent, kind: 'adjust' })).toMatchObject({ kind: 'insufficient' });
  });

  it('is booked once when many book it at once', async () => {
    const organizationId = await newOrganization();
    const given = credit(organizationId, 5n);
    const posted = await Promise.all(Array.from({ length: 20 }, () => post(given)));
    expect(posted.filter(({ kind }) => kind === 'posted')).toHaveLength(1);
    expect(posted.filter(({ kind }) => kind === 'repeated')).toHaveLength(19);
    expect(await walletOf(organizationId)).toBe(5n);
  });

  it('that would take more than there is says so, and writes nothing', async () => {
    const organizationId = await newOrganization();
    await post(credit(organizationId, 10n));
    const given = spend(organizationId, 11n);
    expect(await post(given)).toEqual({ kind: 'insufficient', account: 'wallet', balance: 10n, needed: 11n });
    expect(await walletOf(organizationId)).toBe(10n);
    await post(credit(organizationId, 1n));
    expect(await post(given)).toMatchObject({ kind: 'posted' });
  });

  it('never overdraws when many spend at once', async () => {
    const organizationId = await newOrganization();
    await post(credit(organizationId, 100n));
    const posted = await Promise.all(Array.from({ length: 25 }, () => post(spend(organizationId, 7n))));
    expect(posted.filter(({ kind }) => kind === 'posted')).toHaveLength(14);
    expect(await walletOf(organizationId)).toBe(2n);
  });

  it('under the source of another one with other entries is a bug', async () => {
    const organizationId = await newOrganization();
    const sourceId = newId('order');
    await post(credit(organizationId, 10n, sourceId));
    await expect(post(credit(organizationId, 11n, sourceId))).rejects.toThrow('booked with other entries');
  });

  it.each([
    [
      'with unequal sides',
      [
        { debit: 'bank', amount: fen(2n) },
        { credit: 'wallet', amount: fen(1n) },
      ],
    ],
    [
      'with an account twice',
      [
        { debit: 'wallet', amount: fen(1n) },
        { credit: 'wallet', amount: fen(1n) },
      ],
    ],
    [
      'of nothing',
      [
        { debit: 'bank', amount: fen(0n) },
        { credit: 'wallet', amount: fen(0n) },
      ],
    ],
    [
      'with an amount below zero',
      [
        { debit: 'bank', amount: fen(-1n) },
        { credit: 'wallet', amount: fen(-1n) },
      ],
    ],
    ['without entries', []],
  ] as const)('%s is refused', async (_what, entries) => {
    const organizationId = await newOrganization();
    await expect(post({ kind: 'adjust', sourceId: newId('order'), organizationId, entries })).rejects.toThrow(
      RangeError,
    );
  });

  it('of nobody has no wallet', async () => {
    const given = credit(await newOrganization(), 1n);
    await expect(post({ ...given, organizationId: null })).rejects.toThrow('accounts of nobody');
  });

  it('locks its accounts in one order, whichever way round it names them', async () => {
    const organizationId = await newOrganization();
    await post(credit(organizationId, 1000n));
    const both = (index: number) => {
      const { entries, ...given } = spend(organizationId, 1n);
      return post({ ...given, entries: index % 2 === 0 ? entries : entries.toReversed() });
    };
    await Promise.all(Array.from({ length: 30 }, (_, index) => both(index)));
    expect(await walletOf(organizationId)).toBe(970n);
  });
});

describe('the entries of an account', () => {
  it('come newest first, each balance that of the next and the amount, without a gap', async () => {
    const organizationId = await newOrganization();
    for (const amount of [5n, 10n, 20n]) await post(credit(organizationId, amount));
    await post(spend(organizationId, 12n));
    const list = (filter: object = {}) =>
      listTransactions(database.db, { code: 'wallet', organizationId }, { limit: 10, ...filter });
    const all = await list();
    expect(all.map(({ amount, balanceAfter, sequence }) => [amount, balanceAfter, sequence])).toEqual([
      [-12n, 23n, 4],
      [20n, 35n, 3],
      [10n, 15n, 2],
      [5n, 5n, 1],
    ]);
    expect(await list({ before: 3, limit: 1 })).toEqual(all.slice(2, 3));
    expect(await list({ direction: 'debit' })).toEqual(all.slice(0, 1));
    expect(await list({ direction: 'credit' })).toEqual(all.slice(1));
    expect(await list({ kinds: ['usage_charge'] })).toEqual(all.slice(0, 1));
    expect(await list({ sourceId: all[2]?.sourceId })).toEqual(all.slice(2, 3));
    expect(await list({ to: all[0]?.at })).toEqual(all.slice(1));
    expect(await list({ from: all[0]?.at })).toEqual(all.slice(0, 1));
    expect(await listTransactions(database.db, { code: 'wallet', organizationId: 'org_other' }, { limit: 10 })).toEqual(
      [],
    );
  });

  it('add up to nothing over all accounts, and to each balance', async () => {
    const { rows } = await database.pool.query<{ code: string; balance: unknown; sum: unknown }>(
      `select code, balance_fen as balance, normal_sign * coalesce(sum(amount_fen), 0) as sum
       from ledger_account a left join ledger_entry e on e.account_id = a.id group by a.id`,
    );
    expect(rows.length).toBeGreaterThan(10);
    for (const { balance, sum } of rows) expect(fenFromStored(balance)).toBe(fenFromStored(sum));
  });
});
