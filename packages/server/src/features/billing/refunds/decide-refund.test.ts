import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fen } from '../../../shared/fen.ts';
import { newId } from '../../../shared/ids.ts';
import type { TestAccount } from '../../../testing/test-accounts.ts';
import type { TestOrder } from '../../../testing/test-orders.ts';
import { ADMIN_REFUNDS, REFUNDS, refundCalls } from '../../../testing/test-refund-calls.ts';
import { openRefundWorld, paidRecharge, type RefundWorld } from '../../../testing/test-refunds.ts';
import { outcomeOf } from '../../../testing/test-team.ts';
import { ADMIN_TOKEN, openTestServer, type TestServer } from '../../../testing/test-services.ts';
import { refundSchema } from './schemas.ts';

let server: TestServer;
let world: RefundWorld;
let order: TestOrder;
let payer: TestAccount;
const { query, asked, decide, approved, work, spend, makeAdministrator, callCount, paidOut, held, wallet, stateOf } =
  refundCalls(() => ({ server, world, order, payer }));
beforeAll(async () => {
  server = await openTestServer();
  world = await openRefundWorld('v2');
});
afterAll(async () => {
  await world.close();
  await server.close();
});
beforeEach(async () => {
  order = await paidRecharge(server.services.database, world, fen(1000n));
  payer = await server.createAccount({ organizationId: order.organizationId, role: 'billing' });
});

const dataSchema = z.object({
  id: z.string(),
  type: z.string(),
  amount_minor: z.int(),
  refund_request_id: z.string(),
});

async function transactionOf(kind: string, source: string): Promise<string | undefined> {
  const { rows } = await query<{ id: string }>('select id from ledger_transaction where kind = $1 and source_id = $2', [
    kind,
    source,
  ]);
  return rows[0]?.id;
}

describe('POST /v1/admin/refund-requests/{id}/approve', () => {
  it('200 holds the money; the worker has it paid out, once, however many work', async () => {
    const calls = callCount();
    const before = await held();
    const id = await approved();
    expect([await wallet(), (await held()) - before]).toEqual([0n, 1000n]);
    expect(await stateOf(id)).toMatchObject({ status: 'approved', state: 'queued', refund_reserved_fen: 1000 });
    await Promise.all([work(), work(), work()]);
    expect(await stateOf(id)).toMatchObject({
      status: 'succeeded',
      order_status: 'refunded',
      refunded_fen: 1000,
      attempts: 1,
    });
    expect([await held(), callCount() - calls, await paidOut()]).toEqual([before, 1, 1000]);
  });

  it('409 CONFLICT F36 for one that was paid back, which stays so, whatever works on it again', async () => {
    const id = await approved();
    await work();
    const after = await stateOf(id);
    await work();
    expect(await stateOf(id)).toEqual(after);
    expect(outcomeOf(await decide(id, 'approve'))).toBe('409 CONFLICT status_changed');
  });

  it('409 REFUND_NOT_ALLOWED F68 for one’s own request, and the database refuses it as well', async () => {
    const { id } = await asked();
    await makeAdministrator();
    expect(outcomeOf(await decide(id, 'approve', {}, { session: payer.session }))).toBe(
      '409 REFUND_NOT_ALLOWED same_person',
    );
    await expect(query('update refund_request set decided_by = created_by where id = $1', [id])).rejects.toThrow(
      'refund_request_two_people',
    );
  });

  it('409 REFUND_NOT_ALLOWED F68 for the maker of the key that requested it, also when the key is gone', async () => {
    const { id: keyId, key } = await server.createKey({
      organizationId: order.organizationId,
      mode: 'live',
      scopes: ['billing:write'],
    });
    await query('update api_key set created_by = $2 where id = $1', [keyId, payer.accountId]);
    const { status, body } = await server.call('POST', REFUNDS, {
      key,
      json: { order_id: order.id, amount_minor: 1000, reason: 'changed my mind' },
    });
    expect(status).toBe(201);
    const { id } = refundSchema.parse(body);
    await query('delete from api_key where id = $1', [keyId]);
    await makeAdministrator();
    const session = { session: payer.session };
    for (const [what, json] of [
      ['approve', {}],
      ['reject', { reason: 'no' }],
      ['resolve', { outcome: 'failed', note: 'seen' }],
    ] as const) {
      expect(outcomeOf(await decide(id, what, json, session))).toBe('409 REFUND_NOT_ALLOWED same_person');
    }
    await expect(query('update refund_request set decided_by = key_made_by where id = $1', [id])).rejects.toThrow(
      'refund_request_two_people_behind_keys',
    );
    const other = await server.createAccount({ isAdmin: true });
    expect(outcomeOf(await decide(id, 'approve', {}, { session: other.session }))).toBe('200');
    await work();
  });

  it('200 tells of what it takes from the balance, and of what a refusal of the gateway gives back, once each', async () => {
    await query(
      `insert into webhook_endpoint (id, organization_id, url, events, secrets)
       values ($1, $2, 'https://endpoint.example/', '{balance.credited,balance.debited}', '')`,
      [newId('webhook'), order.organizationId],
    );
    const id = await approved();
    world.fake.fault('refund', { kind: 'other', members: { code: -1, msg: 'no' } }, 1);
    await work();
    const { rows } = await query<{ type: string; dedupe_key: string; data: string }>(
      'select type, dedupe_key, data from webhook_event where organization_id = $1 order by created_at, type desc',
      [order.organizationId],
    );
    const told = rows.map(({ type, dedupe_key, data }) => [type, dedupe_key, dataSchema.parse(JSON.parse(data))]);
    const line = { amount_minor: 1000, refund_request_id: id };
    const [debited, credited] = [await transactionOf('refund_hold', id), await transactionOf('refund_failed', id)];
    expect(told).toEqual([
      ['balance.debited', `balance.debited:${debited}`, { ...line, id: debited, type: 'refund_hold' }],
      ['balance.credited', `balance.credited:${credited}`, { ...line, id: credited, type: 'refund_returned' }],
    ]);
  });

  it('409 REFUND_NOT_ALLOWED F65 when the balance was spent after the request, which stays', async () => {
    const { id } = await asked();
    await spend(1);
    expect(outcomeOf(await decide(id, 'approve'))).toBe('409 REFUND_NOT_ALLOWED balance_spent');
    expect(await stateOf(id)).toMatchObject({ status: 'submitted', state: null, refund_reserved_fen: 0 });
  });

  it('409 REFUND_NOT_ALLOWED for a part, once the gateway refunds payments only as a whole', async () => {
    const { id } = await asked(999);
    const { config, ...epay } = world.epay;
    const services = { epay: { ...epay, config: { ...config, fullRefundsOnly: true } } };
    const { call } = server.variant({ services });
    const answer = await call('POST', `${ADMIN_REFUNDS}/{id}/approve`, { key: ADMIN_TOKEN, params: { id }, json: {} });
    expect(outcomeOf(answer)).toBe('409 REFUND_NOT_ALLOWED channel_full_only');
    expect(await stateOf(id)).toMatchObject({ status: 'submitted', state: null, refund_reserved_fen: 0 });
  });

  it('404 NOT_FOUND for none', async () => {
    expect(outcomeOf(await decide(newId('refund'), 'approve'))).toBe('404 NOT_FOUND');
  });
});

describe('POST /v1/admin/refund-requests/{id}/reject', () => {
  it('200 and another may be requested', async () => {
    const { id } = await asked();
    expect((await decide(id, 'reject', { reason: 'no' })).body).toMatchObject({
      status: 'rejected',
      decision_note: 'no',
    });
    expect((await asked()).status).toBe('submitted');
  });

  it('409 CONFLICT for one that is rejected', async () => {
    const { id } = await asked();
    await decide(id, 'reject', { reason: 'no' });
    expect(outcomeOf(await decide(id, 'reject', { reason: 'no' }))).toBe('409 CONFLICT status_changed');
  });

  it('404 NOT_FOUND for none', async () => {
    expect(outcomeOf(await decide(newId('refund'), 'reject', { reason: 'no' }))).toBe('404 NOT_FOUND');
  });

  it('409 REFUND_NOT_ALLOWED for one’s own', async () => {
    const { id } = await asked();
    await makeAdministrator();
    const answer = await decide(id, 'reject', { reason: 'no' }, { session: payer.session });
    expect(outcomeOf(answer)).toBe('409 REFUND_NOT_ALLOWED same_person');
  });
});

describe('GET /v1/admin/refund-requests', () => {
  it('200 with what is known at the gateway', async () => {
    const id = await approved();
    const { body } = await server.call('GET', ADMIN_REFUNDS, {
      key: ADMIN_TOKEN,
      query: `?organization_id=${order.organizationId}`,
    });
    expect(body).toMatchObject({ data: [{ id, provider_state: 'queued', requested_by: payer.accountId }], total: 1 });
    await work();
  });
});

describe('POST /v1/admin/refund-requests/{id}/resolve', () => {
  const json = { outcome: 'failed', note: 'seen in the console' };

  it('409 CONFLICT for one that is not unknown', async () => {
    const { id } = await asked();
    expect(outcomeOf(await decide(id, 'resolve', json))).toBe('409 CONFLICT status_changed');
  });

  it('404 NOT_FOUND for none', async () => {
    expect(outcomeOf(await decide(newId('refund'), 'resolve', json))).toBe('404 NOT_FOUND');
  });

  it('409 REFUND_NOT_ALLOWED for one’s own', async () => {
    const { id } = await asked();
    await makeAdministrator();
    expect(outcomeOf(await decide(id, 'resolve', json, { session: payer.session }))).toBe(
      '409 REFUND_NOT_ALLOWED same_person',
    );
  });
});
