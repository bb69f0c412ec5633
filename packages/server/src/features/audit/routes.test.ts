import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount } from '../../testing/test-accounts.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { writeAudit, type AuditEntry } from './index.ts';
import type { PresentedAudit } from './schemas.ts';

const PATH = '/v1/audit-logs';
const DAY = (day: number, time = '00:00:00.000') => `2026-03-0${day}T${time}Z`;

let server: TestServer;
let owner: TestAccount;
let member: TestAccount;

beforeAll(async () => {
  server = await openTestServer();
  owner = await server.createAccount();
  member = await server.createAccount({ organizationId: owner.organizationId, role: 'developer' });
  await clear();
  const { accountId } = owner;
  await record(1, {
    action: 'member.invited',
    target: { kind: 'invitation', id: 'ivt_1' },
    address: '192.0.2.7',
    requestId: { own: 'req_1', client: null },
    details: { role: 'viewer', nested: { a: [1] } },
  });
  await record(2, {
    action: 'member.joined',
    actor: { kind: 'account', id: member.accountId },
    target: { kind: 'account', id: member.accountId },
  });
  await record(3, { action: 'account.exported', target: { kind: 'organization', id: owner.organizationId } });
  // Nothing writes it; its name begins as another does.
  await query(`update audit_log set action = 'member_list.exported' where organization_id = $1 and action = $2`, [
    owner.organizationId,
    'account.exported',
  ]);
  await record(4, {
    action: 'api_key.created',
    actor: { kind: 'account', id: accountId },
    target: { kind: 'api_key', id: 'key_1' },
  });
  await record(5, {
    action: 'credential.issued',
    actor: { kind: 'api_key', id: 'key_1' },
    target: { kind: 'credential', id: 'cred_1' },
  });
});
afterAll(() => server.close());

const query = (text: string, values: unknown[] = []) => server.services.database.pool.query(text, values);
const clear = () => query('delete from audit_log');

/** A row of the owner's organization on that day of March. */
async function record(day: number, entry: Partial<AuditEntry> & Pick<AuditEntry, 'action' | 'target'>): Promise<void> {
  await writeAudit(server.services.database.db, {
    organizationId: owner.organizationId,
    actor: { kind: 'account', id: owner.accountId },
    ...entry,
  });
  await query(`update audit_log set created_at = $1 where created_at > now() - interval '1 hour'`, [DAY(day)]);
}

async function read(search = '', by = owner): Promise<{ data: PresentedAudit[]; total: number; pagination: unknown }> {
  const { status, body } = await server.call('GET', PATH, { session: by.session, query: search });
  expect(status).toBe(200);
  return body as Awaited<ReturnType<typeof read>>;
}
const actions = async (search = '', by = owner) => (await read(search, by)).data.map(({ action }) => action);

describe('GET /v1/audit-logs', () => {
  it('200 newest first, each row whole', async () => {
    const { data, total, pagination } = await read();
    expect(data.map(({ action }) => action)).toEqual([
      'credential.issued',
      'api_key.created',
      'member_list.exported',
      'member.joined',
      'member.invited',
    ]);
    expect([total, pagination]).toEqual([5, { limit: 20, offset: 0 }]);
    expect(data[4]).toEqual({
      id: expect.stringMatching(/^aud_\w{22}$/) as string,
      created_at: DAY(1),
      actor: { kind: 'account', id: owner.accountId, name: owner.email },
      action: 'member.invited',
      target: { kind: 'invitation', id: 'ivt_1' },
      address: '192.0.2.7',
      request_id: 'req_1',
      details: { role: 'viewer', nested: { a: [1] } },
    });
    expect(data[0]).toMatchObject({
      actor: { kind: 'api_key', id: 'key_1', name: null },
      address: null,
      request_id: null,
      details: {},
    });
  });

  it('200 page by page', async () => {
    const { data, total, pagination } = await read('?limit=2&offset=1');
    expect([data.map(({ action }) => action), total, pagination]).toEqual([
      ['api_key.created', 'member_list.exported'],
      5,
      { limit: 2, offset: 1 },
    ]);
  });

  it.each([
    ['?action=member.joined', ['member.joined']],
    ['?action=member.', ['member.joined', 'member.invited']],
    ['?action=member', []],
    ['?action=member.j', []],
    ['?action=member_list.', ['member_list.exported']],
    // An underscore is not a wildcard.
    ['?action=m_mber.', []],
    ['?actor_id=key_1', ['credential.issued']],
    ['?target_id=key_1', ['api_key.created']],
    ['?target_id=key_1&actor_id=key_1', []],
    [`?from=${DAY(4)}`, ['credential.issued', 'api_key.created']],
    [`?from=${DAY(4, '00:00:00.001')}`, ['credential.issued']],
    [`?to=${DAY(2)}`, ['member.invited']],
    [`?to=${DAY(2, '00:00:00.001')}`, ['member.joined', 'member.invited']],
    [`?from=${DAY(2)}&to=${DAY(4)}`, ['member_list.exported', 'member.joined']],
    [`?from=${encodeURIComponent('2026-03-04T08:00:00+08:00')}&action=api_key.`, ['api_key.created']],
    [`?from=${DAY(4)}&to=${DAY(2)}`, []],
    ['?from=0000-01-01T00:00:00Z&to=9999-12-31T23:59:59Z&action=member.invited', ['member.invited']],
  ])('200 filtered by %s', async (search, expected) => {
    const { data, total } = await read(search);
    expect(data.map(({ action }) => action)).toEqual(expected);
    expect(total).toBe(expected.length);
  });

  it.each([
    ['action', 'Member.'],
    ['action', '%'],
    ['action', 'a'.repeat(101)],
    ['actor_id', ''],
    ['actor_id', '%00'],
    ['target_id', 'x'.repeat(101)],
    ['from', 'yesterday'],
    ['from', '2026-03-01'],
    ['to', '2026-03-01T00:00:00'],
    ['to', '2026-02-30T00:00:00Z'],
    ['limit', '101'],
  ])('422 for %s=%s', async (name, value) => {
    const answer = await server.call('GET', PATH, { session: owner.session, query: `?${name}=${value}` });
    expect([answer.status, answer.body]).toMatchObject([422, { detail: [{ loc: ['query', name] }] }]);
  });

  it('200 another organization sees its own alone, and rows of no organization are seen by none', async () => {
    const other = await server.createAccount();
    await query('delete from audit_log where organization_id = $1', [other.organizationId]);
    const { db } = server.services.database;
    const actor = { kind: 'account', id: owner.accountId } as const;
    await writeAudit(db, {
      organizationId: other.organizationId,
      actor,
      action: 'webhook.tested',
      target: { kind: 'x', id: null },
    });
    await writeAudit(db, {
      organizationId: null,
      actor,
      action: 'session.started',
      target: { kind: 'account', id: owner.accountId },
    });
    expect(await actions('', other)).toEqual(['webhook.tested']);
    expect(await actions()).not.toContain('webhook.tested');
    expect(await actions(`?actor_id=${owner.accountId}`)).not.toContain('session.started');
  });

  it('200 who left is still named, until the account is gone', async () => {
    const search = '?action=member.joined';
    await query('delete from membership where account_id = $1 and organization_id = $2', [
      member.accountId,
      owner.organizationId,
    ]);
    expect((await read(search)).data).toMatchObject([{ actor: { id: member.accountId, name: member.email } }]);
    await query('delete from account where id = $1', [member.accountId]);
    expect((await read(search)).data).toMatchObject([{ actor: { id: member.accountId, name: null } }]);
  });

  it('200 of the operator’s people it says what they did, and neither their address nor where they were', async () => {
    const operator = await server.createAccount({ isAdmin: true });
    const deed = {
      action: 'organization.suspended',
      target: { kind: 'organization', id: owner.organizationId },
      address: '198.51.100.1',
    } as const;
    await record(6, { ...deed, actor: { kind: 'account', id: operator.accountId } });
    await record(7, { ...deed, actor: { kind: 'admin_token', id: null } });
    expect((await read(`?action=${deed.action}`)).data).toMatchObject([
      { actor: { kind: 'admin_token', id: null, name: null }, address: null },
      { actor: { kind: 'account', id: operator.accountId, name: null }, address: null },
    ]);
    const ownOrganization = operator.organizationId;
    await query('update audit_log set organization_id = $1 where actor_id = $2 and action = $3', [
      ownOrganization,
      operator.accountId,
      deed.action,
    ]);
    expect((await read(`?action=${deed.action}`, operator)).data).toMatchObject([
      { actor: { name: operator.email }, address: deed.address },
    ]);
  });

  it('403 SCOPE_DENIED for a developer', async () => {
    const developer = await server.createAccount({ organizationId: owner.organizationId, role: 'developer' });
    const answer = await server.call('GET', PATH, { session: developer.session });
    expect([answer.status, answer.body]).toMatchObject([
      403,
      { error: { code: 'SCOPE_DENIED', details: { required_permission: 'audit:read' } } },
    ]);
  });
});
