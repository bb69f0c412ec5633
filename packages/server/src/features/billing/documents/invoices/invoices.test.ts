import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fen } from '../../../../shared/fen.ts';
import { newId } from '../../../../shared/ids.ts';
import { newOrder, pay, randomNumber, type TestOrder } from '../../../../testing/test-orders.ts';
import { auditOf, outcomeOf } from '../../../../testing/test-team.ts';
import type { TestAccount } from '../../../../testing/test-accounts.ts';
import { ADMIN_TOKEN, openTestServer, type Call, type TestServer } from '../../../../testing/test-services.ts';
import { createWebhook } from '../../../../testing/test-webhooks.ts';
import { adminInvoicePageSchema, invoiceSchema, type PresentedInvoice } from './schemas.ts';

const PATH = '/v1/billing/invoice-requests';
const ADMIN = '/v1/admin/invoice-requests';
const COMPANY = {
  title_type: 'enterprise',
  title: '深圳示例科技有限公司',
  tax_no: '91440300708461136T',
  email: 'a@example.com',
};
const PERSON = { title_type: 'personal', title: '张三', email: 'b@example.com' };

let server: TestServer;
let order: TestOrder;
let payer: TestAccount;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  order = await newOrder(server.services.database, fen(1000n));
  await pay(server.services.database, order);
  payer = await server.createAccount({ organizationId: order.organizationId, role: 'billing' });
});

const as = (call: Call): Call => ({ session: payer.session, ...call });
const request = (json: object, call: Call = {}) =>
  server.call('POST', PATH, as({ json: { invoice_type: 'vat_normal', profile: COMPANY, ...json }, ...call }));
const requested = async (): Promise<PresentedInvoice> =>
  invoiceSchema.parse((await request({ order_ids: [order.id] })).body);
const decide = (id: string, what: string, json?: object) =>
  server.call('POST', `${ADMIN}/{id}/${what}`, {
    key: ADMIN_TOKEN,
    params: { id },
    ...(json === undefined ? {} : { json }),
  });
const cancel = (id: string) => server.call('POST', `${PATH}/{id}/cancel`, as({ params: { id } }));
const query = (text: string, values: unknown[]) => server.services.database.pool.query<{ data: string }>(text, values);

/** As when a refund of it is under way. */
async function openRefund(): Promise<void> {
  await query(
    `insert into refund_request (id, organization_id, order_id, amount_fen, reason, destination, created_by)
     values ($1, $2, $3, 10, 'x', 'original', 'system')`,
    [newId('refund'), order.organizationId, order.id],
  );
}

/** As when part of it was refunded: only the sums of the order, without the evidence that they need at commit. */
async function refundPart(): Promise<void> {
  await query('alter table payment_order disable trigger payment_order_evidence', []);
  await query(`update payment_order set refunded_fen = 400, status = 'partially_refunded' where id = $1`, [order.id]);
  await query('alter table payment_order enable trigger payment_order_evidence', []);
}

describe('POST /v1/billing/invoice-requests', () => {
  it('201 with what was paid, a copy of the profile, an event and a row in the log', async () => {
    const { key } = await server.createKey({
      organizationId: order.organizationId,
      scopes: ['webhooks:manage'],
      mode: 'live',
    });
    await createWebhook(server, key, { url: 'https://hooks.example/billing', events: ['invoice_request.submitted'] });
    await server.call('POST', '/v1/billing/profile', as({ json: COMPANY }));
    const answer = await request({ order_ids: [order.id], profile: undefined, remark: '  rent ' });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        status: 'submitted',
        amount_minor: 1000,
        profile: COMPANY,
        order_ids: [order.id],
        remark: 'rent',
        invoice_no: null,
      },
    });
    await server.call('POST', '/v1/billing/profile', as({ json: PERSON }));
    expect((await server.call('GET', PATH, as({}))).body).toMatchObject({ data: [answer.body], has_more: false });
    const { rows } = await query('select data from webhook_event where organization_id = $1', [order.organizationId]);
    expect(rows.map(({ data }): unknown => JSON.parse(data))).toMatchObject([{ status: 'submitted' }]);
    expect(rows[0]?.data).toContain('**************136T');
    expect(rows[0]?.data).not.toContain(COMPANY.tax_no);
    expect(await auditOf(server, order.organizationId)).toContainEqual(
      expect.objectContaining({ action: 'invoice_request.requested', actor_id: payer.accountId }),
    );
  });

  it('F73 one of those who request the same order at once; the others 409 CONFLICT already_invoiced', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => request({ order_ids: [order.id] })));
    expect(answers.map(outcomeOf).toSorted()).toEqual([
      '201',
      ...Array.from({ length: 3 }, () => '409 CONFLICT already_invoiced'),
    ]);
  });

  it('201 once for one key, and the same answer again', async () => {
    const headers = { 'idempotency-key': 'one' };
    const first = await request({ order_ids: [order.id] }, { headers });
    const again = await request({ order_ids: [order.id] }, { headers });
    expect(again).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replayed': 'true' } });
    expect(outcomeOf(await request({ order_ids: [order.id], remark: 'x' }, { headers }))).toBe(
      '409 CONFLICT idempotency_key_reused',
    );
  });

  it('404 PAYMENT_ORDER_NOT_FOUND for an order of another organization among them', async () => {
    const other = await newOrder(server.services.database, fen(500n));
    await pay(server.services.database, other);
    expect(outcomeOf(await request({ order_ids: [order.id, other.id] }))).toBe('404 PAYMENT_ORDER_NOT_FOUND');
    expect(outcomeOf(await request({ order_ids: [newId('order')] }))).toBe('404 PAYMENT_ORDER_NOT_FOUND');
  });

  it('409 CONFLICT nothing_invoiceable for an order that is not paid, refund_open while one is', async () => {
    await openRefund();
    expect(outcomeOf(await request({ order_ids: [order.id] }))).toBe('409 CONFLICT refund_open');
    const pending = await newOrder(server.services.database, fen(500n));
    const stranger = await server.createAccount({ organizationId: pending.organizationId, role: 'owner' });
    const answer = await request({ order_ids: [pending.id] }, { session: stranger.session });
    expect(outcomeOf(answer)).toBe('409 CONFLICT nothing_invoiceable');
  });

  it('409 PAYMENT_FULFILLMENT_PENDING for an order that was paid and got nothing', async () => {
    const pending = await newOrder(server.services.database, fen(500n));
    await query('alter table payment_order disable trigger payment_order_evidence', []);
    await query(`update payment_order set status = 'paid', paid_at = now() where id = $1`, [pending.id]);
    await query('alter table payment_order enable trigger payment_order_evidence', []);
    const stranger = await server.createAccount({ organizationId: pending.organizationId, role: 'owner' });
    const answer = await request({ order_ids: [pending.id] }, { session: stranger.session });
    expect(outcomeOf(answer)).toBe('409 PAYMENT_FULFILLMENT_PENDING');
  });

  it('422 for a special invoice to a person, without a profile, and for an order named twice', async () => {
    const loc = async (json: object) =>
      ((await request({ order_ids: [order.id], ...json })).body as { detail?: { loc: string[] }[] }).detail?.[0]?.loc;
    expect(await loc({ invoice_type: 'vat_special', profile: PERSON })).toEqual(['body', 'invoice_type']);
    expect(await loc({ profile: undefined })).toEqual(['body', 'profile']);
    expect(await loc({ order_ids: [order.id, order.id] })).toEqual(['body', 'order_ids']);
    expect(await loc({ order_ids: [] })).toEqual(['body', 'order_ids']);
    expect(await loc({ profile: { ...COMPANY, tax_no: '91350100M000100Y52' } })).toEqual(['body', 'profile', 'tax_no']);
  });
});

describe('GET /v1/billing/invoice-requests', () => {
  it('200 page by page, by status, and not those of others', async () => {
    const { id } = await requested();
    await cancel(id);
    await requested();
    const list = async (text: string) => (await server.call('GET', PATH, as({ query: text }))).body;
    const first = (await list('?limit=1')) as { next_cursor: string };
    expect(first).toMatchObject({ data: [{ status: 'submitted' }], has_more: true });
    expect(await list(`?limit=1&cursor=${encodeURIComponent(first.next_cursor)}`)).toMatchObject({ data: [{ id }] });
    expect(await list('?status=cancelled')).toMatchObject({ data: [{ id }] });
    expect(await list('?status=issued')).toMatchObject({ data: [] });
  });
});

describe('POST /v1/billing/invoice-requests/{id}/cancel', () => {
  it('200 and the order may be on another; again 200 the same', async () => {
    const { id } = await requested();
    const answer = await cancel(id);
    expect(answer).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    expect(await cancel(id)).toMatchObject({ status: 200, body: answer.body });
    expect((await requested()).status).toBe('submitted');
  });

  it('409 CONFLICT once it is begun with', async () => {
    const { id } = await requested();
    await decide(id, 'process');
    expect(outcomeOf(await cancel(id))).toBe('409 CONFLICT status_changed');
  });

  it('404 NOT_FOUND for that of another organization', async () => {
    const { id } = await requested();
    payer = await server.createAccount();
    expect(outcomeOf(await cancel(id))).toBe('404 NOT_FOUND');
  });
});

describe('GET /v1/admin/invoice-requests', () => {
  it('200 those of all organizations, with who asked', async () => {
    const { id } = await requested();
    const answer = await server.call('GET', ADMIN, {
      key: ADMIN_TOKEN,
      query: `?organization_id=${order.organizationId}&status=submitted`,
    });
    expect(answer.body).toMatchObject({ data: [{ id, requested_by: payer.accountId, flags: [] }], total: 1 });
  });

  it('F73 200 flags an order that was refunded after the request, which cannot be issued', async () => {
    const { id } = await requested();
    await refundPart();
    const list = await server.call('GET', ADMIN, { key: ADMIN_TOKEN });
    const row = adminInvoicePageSchema.parse(list.body).data.find((each) => each.id === id);
    expect(row?.flags).toEqual(['order_refunded']);
    expect(outcomeOf(await decide(id, 'issue', { invoice_no: randomNumber() }))).toBe('409 CONFLICT order_refunded');
    await decide(id, 'reject', { reason: 'refunded' });
    expect((await requested()).amount_minor).toBe(600);
  });
});

describe('POST /v1/admin/invoice-requests/{id}/process', () => {
  it('200', async () => {
    const { id } = await requested();
    expect(await decide(id, 'process')).toMatchObject({ status: 200, body: { status: 'processing' } });
  });

  it('409 CONFLICT the second time', async () => {
    const { id } = await requested();
    await decide(id, 'process');
    expect(outcomeOf(await decide(id, 'process'))).toBe('409 CONFLICT status_changed');
  });

  it('404 NOT_FOUND for none', async () => {
    expect(outcomeOf(await decide(newId('invoice'), 'process'))).toBe('404 NOT_FOUND');
  });
});

describe('POST /v1/admin/invoice-requests/{id}/issue', () => {
  it('200 with its number and where it is', async () => {
    const { id } = await requested();
    const json = { invoice_no: randomNumber(), download_url: 'https://tax.example/a.pdf' };
    expect(await decide(id, 'issue', json)).toMatchObject({ status: 200, body: { status: 'issued', ...json } });
    expect((await server.call('GET', PATH, as({}))).body).toMatchObject({ data: [{ status: 'issued', ...json }] });
  });

  it('409 CONFLICT for one that is issued, and for a number that another has', async () => {
    const { id } = await requested();
    const json = { invoice_no: randomNumber() };
    await decide(id, 'issue', json);
    expect(outcomeOf(await decide(id, 'issue', { invoice_no: randomNumber() }))).toBe('409 CONFLICT status_changed');
    const other = await newOrder(server.services.database, fen(500n));
    await pay(server.services.database, other);
    payer = await server.createAccount({ organizationId: other.organizationId });
    order = other;
    const second = await requested();
    expect(outcomeOf(await decide(second.id, 'issue', json))).toBe('409 CONFLICT invoice_number_used');
  });

  it('404 NOT_FOUND for none, 422 for an address that is not https', async () => {
    expect(outcomeOf(await decide(newId('invoice'), 'issue', { invoice_no: '12345678' }))).toBe('404 NOT_FOUND');
    const json = { invoice_no: '12345678', download_url: 'javascript:alert(1)' };
    expect((await decide(newId('invoice'), 'issue', json)).status).toBe(422);
  });
});

describe('POST /v1/admin/invoice-requests/{id}/reject', () => {
  it('200 with the reason; the order may be on another', async () => {
    const { id } = await requested();
    const answer = await decide(id, 'reject', { reason: 'unreadable' });
    expect(answer).toMatchObject({ status: 200, body: { status: 'rejected', reject_reason: 'unreadable' } });
    expect((await requested()).status).toBe('submitted');
  });

  it('404 NOT_FOUND for none', async () => {
    expect(outcomeOf(await decide(newId('invoice'), 'reject', { reason: 'x' }))).toBe('404 NOT_FOUND');
  });

  it('409 CONFLICT for one that has ended', async () => {
    const { id } = await requested();
    await cancel(id);
    expect(outcomeOf(await decide(id, 'reject', { reason: 'x' }))).toBe('409 CONFLICT status_changed');
  });
});

describe('POST /v1/admin/invoice-requests/{id}/red-letter', () => {
  it('200 after it was issued, with its row in the log; the order may be on another', async () => {
    const { id } = await requested();
    const invoice_no = randomNumber();
    await decide(id, 'issue', { invoice_no });
    const answer = await decide(id, 'red-letter', { reason: 'refund' });
    expect(answer).toMatchObject({ status: 200, body: { status: 'red_issued', invoice_no } });
    const rows = (await auditOf(server, order.organizationId)).filter(
      ({ action }) => action === 'invoice_request.red_lettered',
    );
    expect(rows).toMatchObject([{ details: { reason: 'refund' } }]);
    expect((await requested()).status).toBe('submitted');
  });

  it('409 CONFLICT for one that is not issued', async () => {
    const { id } = await requested();
    expect(outcomeOf(await decide(id, 'red-letter', { reason: 'x' }))).toBe('409 CONFLICT status_changed');
  });

  it('404 NOT_FOUND for none', async () => {
    expect(outcomeOf(await decide(newId('invoice'), 'red-letter', { reason: 'x' }))).toBe('404 NOT_FOUND');
  });
});
