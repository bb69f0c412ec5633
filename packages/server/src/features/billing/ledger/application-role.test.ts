import { readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../../platform/database.ts';
import { silentLog } from '../../../platform/log.ts';
import { migrate } from '../../../platform/migrate.ts';
import { MIGRATIONS_DIRECTORY } from '../../../platform/migrations-directory.ts';
import { createTestDatabase, type TestDatabase } from '../../../platform/test-database.ts';
import { fen } from '../../../shared/fen.ts';
import { newId } from '../../../shared/ids.ts';
import { balanceOf, postTransaction } from './index.ts';
import { newOrder, pay, type TestOrder } from '../../../testing/test-orders.ts';

const GRANTS = readFileSync(new URL('../../../../../../deploy/application-role.sql', import.meta.url), 'utf8');
const role = `app_${randomBytes(8).toString('hex')}`;

let owner: TestDatabase;
let app: Database;
let order: TestOrder;

beforeAll(async () => {
  owner = await createTestDatabase();
  await owner.pool.query(`create role ${role}`);
  await owner.pool.query(GRANTS.replaceAll('revera_app', role));
  app = await connectDatabase({ ...owner.connection, options: `-c role=${role}` }, { log: silentLog });
  order = await newOrder(app, fen(1000n));
});
afterAll(async () => {
  await app.close();
  await owner.pool.query(`drop owned by ${role}`);
  await owner.pool.query(`drop role ${role}`);
  await owner.drop();
});

describe('a role with the rights of deploy/application-role.sql', () => {
  it('finds a migrated database to be so', async () => {
    expect(await migrate({ database: app, directory: MIGRATIONS_DIRECTORY, log: silentLog })).toEqual({ applied: [] });
  });

  it('books a payment and its fulfillment, and spends the balance', async () => {
    await pay(app, order);
    const { organizationId } = order;
    const posted = await app.db.transaction().execute((trx) =>
      postTransaction(trx, {
        kind: 'usage_charge',
        sourceId: newId('job'),
        organizationId,
        entries: [
          { debit: 'wallet', amount: fen(400n) },
          { credit: 'revenue_usage', amount: fen(400n) },
        ],
      }),
    );
    expect(posted).toMatchObject({ kind: 'posted' });
    expect(await balanceOf(app.db, { code: 'wallet', organizationId })).toBe(600n);
  });

  it.each([
    'update ledger_account set balance_fen = 5',
    'update ledger_account set last_seq = 5',
    `insert into ledger_account (code, organization_id, balance_fen) values ('wallet_bonus', 'org_1', 5)`,
    'update ledger_entry set amount_fen = 1',
    'delete from ledger_entry',
    'delete from ledger_transaction',
    `insert into ledger_transaction (id, kind, source_id, txid) values ('txn_1', 'adjust', '1', 1)`,
    'insert into payment_order_history (order_id, version, status) select id, 9, status from payment_order',
    'update payment_order_history set version = 9',
    'update payment_order set amount_fen = 1',
    'update payment_order set version = 1',
    'delete from payment_order',
    'update payment_notification set pid = null',
    'update provider_payment set amount_fen = 1',
    'delete from fulfillment',
    'update provider_refund set amount_fen = 1',
    'update statement set closing_fen = 1',
    'delete from invoice_request_line',
    'update reconcile_item set ours = null',
    'truncate ledger_entry',
    'truncate payment_notification',
    'update schema_migration set version = 1',
    'alter table ledger_entry disable trigger all',
    'drop trigger ledger_entry_fixed on ledger_entry',
    `set session_replication_role = 'replica'`,
    'create function public.forbid() returns int language sql as $$ select 1 $$',
  ])('may not: %s', async (statement) => {
    await expect(app.pool.query(statement)).rejects.toThrow(/permission denied|must be owner/);
  });

  it('does not reach the tables through a trigger of its own on a temporary table', async () => {
    const client = await app.pool.connect();
    try {
      await client.query(`begin;
        create temporary table bait (id int) on commit drop;
        create function pg_temp.inside() returns trigger language plpgsql as
          $$ begin update public.ledger_account set balance_fen = 5; return new; end $$;
        create trigger inside before insert on bait for each row execute function pg_temp.inside()`);
      await expect(client.query('insert into bait values (1)')).rejects.toThrow('permission denied');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
