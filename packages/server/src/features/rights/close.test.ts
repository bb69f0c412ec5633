import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sortedStatuses } from '../../testing/test-access.ts';
import type { TestAccount } from '../../testing/test-accounts.ts';
import { ADMIN_TOKEN, openTestServer, type TestServer } from '../../testing/test-services.ts';
import { signOne, sweptTracesOf, verify } from '../../testing/test-signing.ts';
import { accept, auditOf, invite, letAuthenticationAge, mailsTo, newTeam, outcomeOf } from '../../testing/test-team.ts';
import { sweepClosedOrganizations } from './index.ts';

const PATH = '/v1/organizations/{org_id}';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ signing: true });
});
afterAll(() => server.close());

const query = async (text: string, ...values: unknown[]) =>
  (await server.services.database.pool.query<Record<string, unknown>>(text, values)).rows;
const close = (by: TestAccount, org_id: string, credentials = 'keep') =>
  server.call('DELETE', PATH, { session: by.session, params: { org_id }, query: `?credentials=${credentials}` });
const seenOf = async (cid: string) => (await server.call('GET', '/v/{cid}', { params: { cid } })).body;

describe('DELETE /v1/organizations/{org_id}', () => {
  it('200 ends keys, members, invitations, jobs and files, and leaves the credentials to be looked up', async () => {
    const { org_id, members } = await newTeam(server, 'Atelier');
    const { owner, viewer } = members;
    const { key } = await server.createKey({ organizationId: org_id });
    const signed = await signOne(server.call, { key, fields: { organization: 'Atelier Nord' } });
    const before = await seenOf(signed.credential_id);
    const guest = await server.createAccount();
    const { token } = await invite(server, { org_id, by: owner, email: guest.email });
    const answer = await close(owner, org_id);
    expect([answer.status, answer.body]).toEqual([
      200,
      { id: org_id, status: 'closed', closed_at: expect.stringMatching(/Z$/) as unknown, credentials: 'kept' },
    ]);
    const withKey = await server.call('GET', '/v1/jobs/{jid}', { key, params: { jid: signed.id } });
    expect(outcomeOf(withKey)).toBe('401 INVALID_API_KEY');
    for (const { session } of [owner, viewer]) {
      const read = await server.call('GET', PATH, { session, params: { org_id } });
      expect(outcomeOf(read)).toBe('404 NOT_FOUND');
    }
    expect(outcomeOf(await accept(server, guest, token))).toBe('409 CONFLICT token_invalid');
    expect(await query('select id from job where organization_id = $1', org_id)).toEqual([]);
    expect(await query('select id from invitation where organization_id = $1', org_id)).toEqual([]);
    expect((await sweptTracesOf(server)).blobs).toEqual({ kept: 0, due: 0 });
    expect(await seenOf(signed.credential_id)).toEqual(before);
    const page = await server.call('GET', '/v/{cid}', {
      params: { cid: signed.credential_id },
      headers: { accept: 'text/html' },
    });
    expect([page.status, String(page.body).includes('Atelier Nord')]).toEqual([200, true]);
    expect((await auditOf(server, org_id)).at(-1)).toMatchObject({
      action: 'organization.closed',
      actor_id: owner.accountId,
      details: { members: 5, keys_revoked: 1, jobs_deleted: 1, credentials_revoked: 0 },
    });
  });

  it('200 tells every owner by mail, and nobody else', async () => {
    const { org_id, members } = await newTeam(server, 'Zwei');
    const { accountId } = members.admin;
    await query(
      `update membership set role = 'owner' where account_id = $1 and organization_id = $2`,
      accountId,
      org_id,
    );
    expect((await close(members.owner, org_id)).status).toBe(200);
    for (const { email } of [members.owner, members.admin]) {
      expect((await mailsTo(server, email)).at(-1)).toMatchObject({
        template: 'organization_closed',
        values: { organization: 'Zwei', credentials: 'kept', address: '127.0.0.1' },
      });
    }
    expect(await mailsTo(server, members.viewer.email)).toEqual([]);
  });

  it('200 with revoke withdraws the credentials, which everybody then sees', async () => {
    const { org_id, members } = await newTeam(server);
    const { key } = await server.createKey({ organizationId: org_id });
    const { credential_id } = await signOne(server.call, { key });
    const other = await server.createKey();
    const untouched = await signOne(server.call, { key: other.key });
    expect(await close(members.owner, org_id, 'revoke')).toMatchObject({
      status: 200,
      body: { credentials: 'revoked' },
    });
    expect(await seenOf(credential_id)).toMatchObject({ status: 'revoked' });
    expect(await seenOf(untouched.credential_id)).toMatchObject({ status: 'active' });
  });

  it('200 leaves nothing of a request that was under way, once it is swept', async () => {
    const { org_id, members } = await newTeam(server);
    const { key } = await server.createKey({ organizationId: org_id });
    await close(members.owner, org_id);
    await query(
      `insert into job (id, kind, organization_id, input, status, finished_at)
       values ('job_late', 'verification', $1, '{}', 'completed', now())`,
      org_id,
    );
    // A key that was being made at that moment.
    await query('update api_key set revoked_at = null where organization_id = $1', org_id);
    await sweepClosedOrganizations({ db: server.services.database.db, uploads: server.services.jobUploads });
    expect(await query('select id from job where organization_id = $1', org_id)).toEqual([]);
    await expect(verify(server.call, key, Buffer.from('x'))).rejects.toThrow('401');
  });

  it('403 SCOPE_DENIED for everybody but owners, and without a recent password', async () => {
    const { org_id, members } = await newTeam(server);
    for (const role of ['admin', 'billing', 'developer', 'viewer'] as const) {
      expect(outcomeOf(await close(members[role], org_id))).toBe('403 SCOPE_DENIED organization:close');
    }
    await letAuthenticationAge(server, members.owner);
    expect(outcomeOf(await close(members.owner, org_id))).toBe('403 SCOPE_DENIED reauthentication_required');
  });

  it('409 CONFLICT for a personal organization, which closes with its account', async () => {
    const { session, organizationId, ...rest } = await server.createAccount();
    const answer = await close({ session, organizationId, ...rest }, organizationId);
    expect(outcomeOf(answer)).toBe('409 CONFLICT personal_organization');
  });

  it('422 for whoever does not say what becomes of the credentials', async () => {
    const { org_id, members } = await newTeam(server);
    const { session } = members.owner;
    expect((await server.call('DELETE', PATH, { session, params: { org_id } })).status).toBe(422);
    expect((await close(members.owner, org_id, 'sell')).status).toBe(422);
  });

  it('of two owners at once one closes it, and the other finds nothing', async () => {
    const { org_id, members } = await newTeam(server);
    await query(`update membership set role = 'owner' where organization_id = $1`, org_id);
    const answers = await Promise.all([close(members.owner, org_id), close(members.viewer, org_id)]);
    expect(sortedStatuses(answers)).toEqual([200, 404]);
  });
});

describe('a closed organization', () => {
  it('is shown to the operator as closed, can be found so, and neither suspended nor restored', async () => {
    const { org_id, members } = await newTeam(server, 'Gewesen');
    await close(members.owner, org_id);
    const find = async (status: string) =>
      (
        await server.call('GET', '/v1/admin/organizations', {
          key: ADMIN_TOKEN,
          query: `?name=Gewesen&status=${status}`,
        })
      ).body;
    expect(await find('closed')).toMatchObject({
      data: [{ id: org_id, status: 'closed', closed_at: expect.stringMatching(/Z$/) as unknown, member_count: 0 }],
    });
    expect(await find('active')).toMatchObject({ total: 0 });
    for (const step of ['suspend', 'restore'] as const) {
      const answer = await server.call('POST', `/v1/admin/organizations/{org_id}/${step}`, {
        key: ADMIN_TOKEN,
        params: { org_id },
        ...(step === 'suspend' ? { json: { reason: 'x' } } : {}),
      });
      expect(answer).toMatchObject({ status: 200, body: { status: 'closed', suspended_at: null } });
    }
  });
});

describe('POST /v1/admin/credentials/{cid}/revoke', () => {
  const PATH_OF_ANY = '/v1/admin/credentials/{cid}/revoke';

  it('200 revokes what a closed organization left; doing it again changes nothing', async () => {
    const { org_id, members } = await newTeam(server);
    const { key } = await server.createKey({ organizationId: org_id });
    const { credential_id: cid } = await signOne(server.call, { key });
    await close(members.owner, org_id);
    const revoke = () =>
      server.call('POST', PATH_OF_ANY, { key: ADMIN_TOKEN, params: { cid }, json: { reason: 'asked for' } });
    for (const answer of [await revoke(), await revoke()]) {
      expect(answer).toMatchObject({ status: 200, body: { credential_id: cid, status: 'revoked' } });
    }
    expect((await auditOf(server, org_id)).filter(({ action }) => action === 'credential.revoked')).toMatchObject([
      { details: { reason: 'asked for' }, actor_id: null },
    ]);
  });

  it('404 NOT_FOUND for what is no credential, 403 for who is no operator', async () => {
    const absent = await server.call('POST', PATH_OF_ANY, { key: ADMIN_TOKEN, params: { cid: 'cred_x' } });
    expect(outcomeOf(absent)).toBe('404 NOT_FOUND');
    const { session } = await server.createAccount();
    const answer = await server.call('POST', PATH_OF_ANY, { session, params: { cid: 'cred_x' } });
    expect(outcomeOf(answer)).toBe('403 SCOPE_DENIED administrator');
  });

  it('403 SCOPE_DENIED for who is no operator', async () => {
    const { session } = await server.createAccount();
    const answer = await server.call('POST', PATH_OF_ANY, { session, params: { cid: 'cred_x' } });
    expect(outcomeOf(answer)).toBe('403 SCOPE_DENIED administrator');
  });

  it('409 CONFLICT for one that has expired', async () => {
    const { key } = await server.createKey();
    const { credential_id: cid } = await signOne(server.call, { key });
    await query(`update credential set certificate_not_after = now() - interval '1 hour' where id = $1`, cid);
    const answer = await server.call('POST', PATH_OF_ANY, { key: ADMIN_TOKEN, params: { cid } });
    expect(outcomeOf(answer)).toBe('409 CONFLICT');
  });
});
