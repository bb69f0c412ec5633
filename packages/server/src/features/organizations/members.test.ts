import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../shared/ids.ts';
import { ROLES } from '../../shared/permissions.ts';
import type { TestAccount } from '../../testing/test-accounts.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import type { MemberResult } from './schemas.ts';
import {
  accept,
  auditOf,
  invite,
  letAuthenticationAge,
  newTeam,
  outcomeOf,
  rolesOf,
  suspend,
  type Team,
} from '../../testing/test-team.ts';

const LIST = '/v1/organizations/{org_id}/members';
const ONE = '/v1/organizations/{org_id}/members/{account_id}';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const changeRole = ({ org_id }: Pick<Team, 'org_id'>, by: TestAccount, account_id: string, role: unknown) =>
  server.call('PATCH', ONE, { params: { org_id, account_id }, session: by.session, json: { role } });
const remove = ({ org_id }: Pick<Team, 'org_id'>, by: TestAccount, account_id: string) =>
  server.call('DELETE', ONE, { params: { org_id, account_id }, session: by.session });

/** One pair for each outcome; rules.test.ts judges all of them. */
const BY_ROLE = [
  ['owner', 'owner', undefined],
  ['admin', 'developer', undefined],
  ['admin', 'owner', '403 SCOPE_DENIED above_own_role'],
  ['developer', 'viewer', '403 SCOPE_DENIED members:manage'],
] as const;

/** An identifier that names no member, though it may name an account. */
async function strangers(): Promise<string[]> {
  const { accountId } = await server.createAccount();
  return [accountId, newId('account'), 'absent', 'a\u0000b', '成员'];
}

describe('GET /v1/organizations/{org_id}/members', () => {
  it.each(ROLES)('200 for the %s: everybody, newest first', async (role) => {
    const { org_id, members } = await newTeam(server);
    const { pool } = server.services.database;
    await pool.query(`update account set name = '王小明' where id = $1`, [members.viewer.accountId]);
    const answer = await server.call('GET', LIST, { params: { org_id }, session: members[role].session });
    const { data, ...rest } = answer.body as { data: MemberResult[] };
    expect([answer.status, rest]).toEqual([200, { pagination: { limit: 20, offset: 0 }, total: 5 }]);
    expect(data.map((member) => [member.account_id, member.role])).toEqual(
      ROLES.toReversed().map((each) => [members[each].accountId, each]),
    );
    expect(data[0]).toEqual({
      account_id: members.viewer.accountId,
      email: members.viewer.email,
      name: '王小明',
      role: 'viewer',
      joined_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) as string,
    });
  });

  it('200 in parts', async () => {
    const { org_id, members } = await newTeam(server);
    const call = { params: { org_id }, session: members.owner.session, query: '?limit=1&offset=4' };
    const { data, ...rest } = (await server.call('GET', LIST, call)).body as { data: MemberResult[] };
    expect([data.map(({ role }) => role), rest]).toEqual([
      ['owner'],
      { pagination: { limit: 1, offset: 4 }, total: 5 },
    ]);
  });

  it('404 NOT_FOUND for whoever is no member', async () => {
    const { org_id } = await newTeam(server);
    const { session } = await server.createAccount();
    expect(outcomeOf(await server.call('GET', LIST, { params: { org_id }, session }))).toBe('404 NOT_FOUND');
  });
});

describe('PATCH /v1/organizations/{org_id}/members/{account_id}', () => {
  it('200 once, at once, and in the audit log', async () => {
    const team = await newTeam(server);
    const { owner, viewer } = team.members;
    for (let time = 0; time < 2; time += 1) {
      const answer = await changeRole(team, owner, viewer.accountId, 'developer');
      expect([answer.status, answer.body]).toMatchObject([
        200,
        { account_id: viewer.accountId, email: viewer.email, role: 'developer' },
      ]);
    }
    expect((await auditOf(server, team.org_id)).slice(1)).toMatchObject([
      {
        action: 'member.role_changed',
        actor_id: owner.accountId,
        target_id: viewer.accountId,
        details: { from: 'viewer', to: 'developer' },
      },
    ]);
    const own = await server.call('GET', '/v1/organizations/{org_id}', {
      params: { org_id: team.org_id },
      session: viewer.session,
    });
    expect(own.body).toMatchObject({ role: 'developer' });
  });

  it.each(BY_ROLE)('403 SCOPE_DENIED or 200 by role: %s makes a viewer of the %s', async (actor, target, refusal) => {
    const team = await newTeam(server);
    // A second one, so that the owner can be changed at all.
    await server.createAccount({ organizationId: team.org_id, role: 'owner' });
    const answer = await changeRole(team, team.members[actor], team.members[target].accountId, 'viewer');
    expect(outcomeOf(answer)).toBe(refusal ?? '200');
    const role = refusal === undefined ? 'viewer' : target;
    expect((await rolesOf(server, team.org_id))[team.members[target].accountId]).toBe(role);
  });

  it.each(BY_ROLE)('403 SCOPE_DENIED or 200 by role: %s makes the viewer a %s', async (actor, to, refusal) => {
    const team = await newTeam(server);
    const answer = await changeRole(team, team.members[actor], team.members.viewer.accountId, to);
    expect(outcomeOf(answer)).toBe(refusal ?? '200');
  });

  it('403 SCOPE_DENIED when the password was given long ago', async () => {
    const team = await newTeam(server);
    await letAuthenticationAge(server, team.members.owner);
    const answer = await changeRole(team, team.members.owner, team.members.viewer.accountId, 'admin');
    expect(outcomeOf(answer)).toBe('403 SCOPE_DENIED reauthentication_required');
  });

  it('403 ACCOUNT_EMAIL_NOT_VERIFIED before the address is confirmed', async () => {
    const team = await newTeam(server);
    const by = await server.createAccount({ organizationId: team.org_id, role: 'owner', verified: false });
    const answer = await changeRole(team, by, team.members.viewer.accountId, 'admin');
    expect(outcomeOf(answer)).toBe('403 ACCOUNT_EMAIL_NOT_VERIFIED');
  });

  it('403 WORKSPACE_SUSPENDED while it is suspended', async () => {
    const team = await newTeam(server);
    await suspend(server, team.org_id);
    const answer = await changeRole(team, team.members.owner, team.members.viewer.accountId, 'admin');
    expect(outcomeOf(answer)).toBe('403 WORKSPACE_SUSPENDED');
  });

  it('404 NOT_FOUND for whoever is no member', async () => {
    const team = await newTeam(server);
    for (const id of await strangers()) {
      expect(outcomeOf(await changeRole(team, team.members.owner, id, 'viewer'))).toBe('404 NOT_FOUND');
    }
  });

  it('409 CONFLICT for the last owner, also of a personal organization', async () => {
    const team = await newTeam(server);
    const { owner } = team.members;
    expect(outcomeOf(await changeRole(team, owner, owner.accountId, 'admin'))).toBe('409 CONFLICT last_owner');
    const personal = { org_id: owner.organizationId };
    expect(outcomeOf(await changeRole(personal, owner, owner.accountId, 'viewer'))).toBe('409 CONFLICT last_owner');
    expect((await rolesOf(server, team.org_id))[owner.accountId]).toBe('owner');
  });

  it('409 CONFLICT for one of two owners who make each other admins at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const team = await newTeam(server);
      const [one, two] = [
        team.members.owner,
        await server.createAccount({ organizationId: team.org_id, role: 'owner' }),
      ];
      const answers = await Promise.all([
        changeRole(team, one, two.accountId, 'admin'),
        changeRole(team, two, one.accountId, 'admin'),
      ]);
      // The later one is no longer an owner when its turn comes, or was already refused by the guard.
      expect(answers.map(outcomeOf).filter((text) => text === '200')).toHaveLength(1);
      const roles = await rolesOf(server, team.org_id);
      expect(new Set([roles[one.accountId], roles[two.accountId]])).toEqual(new Set(['admin', 'owner']));
    }
  });

  it.each(['root', 'Owner', '', null, undefined, ['owner']])('422 for the role %j', async (role) => {
    const team = await newTeam(server);
    expect((await changeRole(team, team.members.owner, team.members.viewer.accountId, role)).status).toBe(422);
  });
});

describe('DELETE /v1/organizations/{org_id}/members/{account_id}', () => {
  it('204 once, at once, and in the audit log', async () => {
    const team = await newTeam(server);
    const { admin, developer } = team.members;
    expect((await remove(team, admin, developer.accountId)).status).toBe(204);
    expect(outcomeOf(await remove(team, admin, developer.accountId))).toBe('404 NOT_FOUND');
    expect((await auditOf(server, team.org_id)).slice(1)).toMatchObject([
      {
        action: 'member.removed',
        actor_id: admin.accountId,
        target_id: developer.accountId,
        details: { email: developer.email, role: 'developer', left: false },
      },
    ]);
    const call = { params: { org_id: team.org_id }, session: developer.session };
    expect(outcomeOf(await server.call('GET', '/v1/organizations/{org_id}', call))).toBe('404 NOT_FOUND');
  });

  it.each(BY_ROLE)('403 SCOPE_DENIED or 204 by role: %s removes the %s', async (actor, target, refusal) => {
    const team = await newTeam(server);
    const other = await server.createAccount({ organizationId: team.org_id, role: target });
    const answer = await remove(team, team.members[actor], other.accountId);
    expect(outcomeOf(answer)).toBe(refusal ?? '204');
    expect(other.accountId in (await rolesOf(server, team.org_id))).toBe(answer.status !== 204);
  });

  it.each(['admin', 'billing', 'developer', 'viewer'] as const)(
    '204 when the %s leaves, also while it is suspended and before the address is confirmed',
    async (role) => {
      const team = await newTeam(server);
      await suspend(server, team.org_id);
      const member = await server.createAccount({ organizationId: team.org_id, role, verified: false });
      expect((await remove(team, member, member.accountId)).status).toBe(204);
      expect((await auditOf(server, team.org_id)).at(-1)).toMatchObject({ details: { left: true } });
    },
  );

  it('403 SCOPE_DENIED when the password was given long ago', async () => {
    const team = await newTeam(server);
    const { owner, viewer } = team.members;
    for (const by of [owner, viewer]) await letAuthenticationAge(server, by);
    for (const by of [owner, viewer]) {
      const answer = await remove(team, by, viewer.accountId);
      expect(outcomeOf(answer)).toBe('403 SCOPE_DENIED reauthentication_required');
    }
  });

  it('403 ACCOUNT_EMAIL_NOT_VERIFIED for removing others before the address is confirmed', async () => {
    const team = await newTeam(server);
    const by = await server.createAccount({ organizationId: team.org_id, role: 'admin', verified: false });
    expect(outcomeOf(await remove(team, by, team.members.viewer.accountId))).toBe('403 ACCOUNT_EMAIL_NOT_VERIFIED');
  });

  it('403 WORKSPACE_SUSPENDED for removing others while it is suspended', async () => {
    const team = await newTeam(server);
    await suspend(server, team.org_id);
    const answer = await remove(team, team.members.owner, team.members.viewer.accountId);
    expect(outcomeOf(answer)).toBe('403 WORKSPACE_SUSPENDED');
  });

  it('404 NOT_FOUND for whoever is no member', async () => {
    const team = await newTeam(server);
    for (const id of await strangers()) {
      expect(outcomeOf(await remove(team, team.members.owner, id))).toBe('404 NOT_FOUND');
    }
  });

  it('409 CONFLICT when the last owner leaves, also a personal organization', async () => {
    const team = await newTeam(server);
    const { owner } = team.members;
    expect(outcomeOf(await remove(team, owner, owner.accountId))).toBe('409 CONFLICT last_owner');
    const personal = { org_id: owner.organizationId };
    expect(outcomeOf(await remove(personal, owner, owner.accountId))).toBe('409 CONFLICT last_owner');
  });

  it('409 CONFLICT for one of two owners who leave at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const team = await newTeam(server);
      const owners = [team.members.owner, await server.createAccount({ organizationId: team.org_id, role: 'owner' })];
      const answers = await Promise.all(owners.map((owner) => remove(team, owner, owner.accountId)));
      expect(answers.map(outcomeOf).toSorted()).toEqual(['204', '409 CONFLICT last_owner']);
      const roles = Object.values(await rolesOf(server, team.org_id));
      expect(roles.filter((role) => role === 'owner')).toHaveLength(1);
    }
  });
});

describe('what a member sent, when they may no longer send it', () => {
  const openTo = async ({ org_id, members }: Team) => {
    const call = { params: { org_id }, session: members.owner.session };
    const { body } = await server.call('GET', '/v1/organizations/{org_id}/invitations', call);
    return (body as { data: { email: string }[] }).data.map(({ email }) => email);
  };

  it('ends with their removal', async () => {
    const team = await newTeam(server);
    const { owner, admin } = team.members;
    const guest = await server.createAccount();
    const { token } = await invite(server, { org_id: team.org_id, by: admin, email: guest.email, role: 'admin' });
    await invite(server, { org_id: team.org_id, by: owner, email: 'kept@example.com' });
    await remove(team, owner, admin.accountId);
    expect(outcomeOf(await accept(server, guest, token))).toBe('409 CONFLICT token_invalid');
    expect(await openTo(team)).toEqual(['kept@example.com']);
    expect((await auditOf(server, team.org_id)).at(-1)).toMatchObject({
      action: 'invitation.revoked',
      actor_id: owner.accountId,
      details: { email: guest.email, role: 'admin' },
    });
  });

  it('ends with a role that does not allow it, and stays with one that does', async () => {
    const team = await newTeam(server);
    const by = await server.createAccount({ organizationId: team.org_id, role: 'owner' });
    for (const role of ['owner', 'admin', 'viewer'] as const) {
      await invite(server, { org_id: team.org_id, by, email: `${role}@example.com`, role });
    }
    await changeRole(team, team.members.owner, by.accountId, 'admin');
    expect(await openTo(team)).toEqual(['viewer@example.com', 'admin@example.com']);
    await changeRole(team, team.members.owner, by.accountId, 'developer');
    expect(await openTo(team)).toEqual([]);
  });
});
