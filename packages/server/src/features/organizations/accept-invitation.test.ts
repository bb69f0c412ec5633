import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES } from '../../shared/permissions.ts';
import { newSecretToken } from '../../shared/session-token.ts';
import type { TestAccount } from '../../testing/test-accounts.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { accept, auditOf, invite, newTeam, outcomeOf, rolesOf, suspend } from '../../testing/test-team.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const revoke = (org_id: string, by: TestAccount, invitation_id: string) =>
  server.call('DELETE', '/v1/organizations/{org_id}/invitations/{invitation_id}', {
    params: { org_id, invitation_id },
    session: by.session,
  });
const query = (text: string, values: unknown[]) => server.services.database.pool.query(text, values);

describe('POST /v1/invitations/accept', () => {
  it.each(ROLES)('200 makes a member in the role of %s, and again changes nothing', async (role) => {
    const { org_id, members } = await newTeam(server, 'Joined');
    const guest = await server.createAccount();
    const { id, token } = await invite(server, { org_id, by: members.owner, email: guest.email, role });
    for (let time = 0; time < 2; time += 1) {
      const answer = await accept(server, guest, token);
      expect([answer.status, answer.body]).toMatchObject([200, { id: org_id, name: 'Joined', role, kind: 'team' }]);
    }
    expect((await auditOf(server, org_id)).slice(2)).toMatchObject([
      {
        action: 'member.joined',
        actor_id: guest.accountId,
        target_id: guest.accountId,
        details: { role, invitation: id },
      },
    ]);
    expect((await rolesOf(server, org_id))[guest.accountId]).toBe(role);
  });

  it('200 joins once when it is accepted several times at once', async () => {
    const { org_id, members } = await newTeam(server);
    const guest = await server.createAccount();
    const { token } = await invite(server, { org_id, by: members.owner, email: guest.email });
    const answers = await Promise.all([1, 2, 3, 4].map(() => accept(server, guest, token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const joined = (await auditOf(server, org_id)).filter(({ action }) => action === 'member.joined');
    expect(joined).toHaveLength(1);
  });

  it('200 or 204, never both, when it is accepted and revoked at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { org_id, members } = await newTeam(server);
      const guest = await server.createAccount();
      const { id, token } = await invite(server, { org_id, by: members.owner, email: guest.email });
      const answers = await Promise.all([accept(server, guest, token), revoke(org_id, members.owner, id)]);
      const isMember = guest.accountId in (await rolesOf(server, org_id));
      expect(answers.map(outcomeOf)).toEqual(
        isMember ? ['200', '404 NOT_FOUND'] : ['409 CONFLICT token_invalid', '204'],
      );
    }
  });

  it('200 keeps the role of somebody who came in by another way', async () => {
    const { org_id, members } = await newTeam(server);
    const guest = await server.createAccount();
    const { token } = await invite(server, { org_id, by: members.owner, email: guest.email, role: 'owner' });
    await query(`insert into membership (organization_id, account_id, role) values ($1, $2, 'viewer')`, [
      org_id,
      guest.accountId,
    ]);
    expect((await accept(server, guest, token)).body).toMatchObject({ role: 'viewer' });
  });

  it('403 ACCOUNT_EMAIL_NOT_VERIFIED before the address is confirmed, whatever the token', async () => {
    const { org_id, members } = await newTeam(server);
    const guest = await server.createAccount({ verified: false });
    const { token } = await invite(server, { org_id, by: members.owner, email: guest.email });
    for (const given of [token, newSecretToken().token]) {
      expect(outcomeOf(await accept(server, guest, given))).toBe('403 ACCOUNT_EMAIL_NOT_VERIFIED');
    }
    expect(guest.accountId in (await rolesOf(server, org_id))).toBe(false);
  });

  it('403 WORKSPACE_SUSPENDED while it is suspended, and the invitation stays open', async () => {
    const { org_id, members } = await newTeam(server);
    const guest = await server.createAccount();
    const { token } = await invite(server, { org_id, by: members.owner, email: guest.email });
    await suspend(server, org_id);
    expect(outcomeOf(await accept(server, guest, token))).toBe('403 WORKSPACE_SUSPENDED');
    await query('update organization set suspended_at = null where id = $1', [org_id]);
    expect((await accept(server, guest, token)).status).toBe(200);
  });

  it('409 CONFLICT for a token of nobody', async () => {
    const guest = await server.createAccount();
    for (const token of [newSecretToken().token, 'x', 'a\u0000b', 'x'.repeat(200)]) {
      expect(outcomeOf(await accept(server, guest, token))).toBe('409 CONFLICT token_invalid');
    }
  });

  it('409 CONFLICT for the token of another address, which stays good for that one', async () => {
    const { org_id, members } = await newTeam(server);
    const [guest, thief] = [await server.createAccount(), await server.createAccount()];
    const { token } = await invite(server, { org_id, by: members.owner, email: guest.email });
    for (const other of [thief, members.owner]) {
      expect(outcomeOf(await accept(server, other, token))).toBe('409 CONFLICT token_invalid');
    }
    expect((await accept(server, guest, token)).status).toBe(200);
    expect(outcomeOf(await accept(server, thief, token))).toBe('409 CONFLICT token_invalid');
  });

  it('409 CONFLICT after seven days', async () => {
    const { org_id, members } = await newTeam(server);
    const guest = await server.createAccount();
    const { id, token } = await invite(server, { org_id, by: members.owner, email: guest.email });
    await query(`update invitation set expires_at = now() - interval '1 second' where id = $1`, [id]);
    expect(outcomeOf(await accept(server, guest, token))).toBe('409 CONFLICT token_invalid');
  });

  it('409 CONFLICT for a used one after the removal: it does not let anyone in again', async () => {
    const { org_id, members } = await newTeam(server);
    const guest = await server.createAccount();
    const { token } = await invite(server, { org_id, by: members.owner, email: guest.email });
    await accept(server, guest, token);
    await query('delete from membership where organization_id = $1 and account_id = $2', [org_id, guest.accountId]);
    expect(outcomeOf(await accept(server, guest, token))).toBe('409 CONFLICT token_invalid');
    expect(guest.accountId in (await rolesOf(server, org_id))).toBe(false);
  });

  it.each(['', null, undefined, 7, 'x'.repeat(201)])('422 for the token %j', async (token) => {
    const { session } = await server.createAccount();
    expect((await server.call('POST', '/v1/invitations/accept', { session, json: { token } })).status).toBe(422);
  });
});
