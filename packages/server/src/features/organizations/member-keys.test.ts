import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../shared/permissions.ts';
import type { TestAccount } from '../../testing/test-accounts.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { auditOf, newTeam, outcomeOf, suspend, type Team } from '../../testing/test-team.ts';

const ONE = '/v1/organizations/{org_id}/members/{account_id}';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** The session of `newTeam`'s owner acts for their personal organization. */
const withOrganization = (account: TestAccount, { org_id }: Team): TestAccount => ({
  ...account,
  session: { ...account.session, organizationId: org_id },
});

interface MadeKey {
  id: string;
  key: string;
}

async function makeKey(by: TestAccount, name: string): Promise<MadeKey> {
  const answer = await server.call('POST', '/v1/dashboard/keys', { session: by.session, json: { name } });
  expect(answer).toMatchObject({ status: 201, body: { created_by: by.accountId } });
  return answer.body as MadeKey;
}

const works = async ({ key }: MadeKey) =>
  (await server.call('GET', '/v1/content/credentials/{cid}', { key, params: { cid: 'x' } })).status === 404;
const remove = ({ org_id }: Team, by: TestAccount, { accountId }: TestAccount, query = '') =>
  server.call('DELETE', ONE, { params: { org_id, account_id: accountId }, session: by.session, query });
const give = (
  { org_id }: Team,
  by: TestAccount,
  { accountId }: TestAccount,
  json: { role: Role; revoke_keys?: boolean },
) => server.call('PATCH', ONE, { params: { org_id, account_id: accountId }, session: by.session, json });
const revocationsIn = async ({ org_id }: Team) =>
  (await auditOf(server, org_id)).filter(({ action }) => action === 'api_key.revoked');

describe('DELETE /v1/organizations/{org_id}/members/{account_id}', () => {
  it('200 with revoke_keys=true ends the keys that they made, and no others, each in the audit log', async () => {
    const team = await newTeam(server);
    const { owner, developer } = team.members;
    const [first, second] = [await makeKey(developer, 'first'), await makeKey(developer, 'second')];
    const others = await makeKey(withOrganization(owner, team), 'of the owner');
    const answer = await remove(team, owner, developer, '?revoke_keys=true');
    const gone = { created_by: developer.accountId, revoked_at: expect.any(String) as string };
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        keys: [expect.objectContaining({ id: second.id, ...gone }), expect.objectContaining({ id: first.id, ...gone })],
      },
    ]);
    expect([await works(first), await works(second), await works(others)]).toEqual([false, false, true]);
    expect(await revocationsIn(team)).toMatchObject([
      { actor_id: owner.accountId, target_id: second.id },
      { actor_id: owner.accountId, target_id: first.id },
    ]);
  });

  it('200 with revoke_keys=false lists those that go on working; 204 without it, as ever', async () => {
    const team = await newTeam(server);
    const { owner, developer, admin } = team.members;
    const [kept, ofAdmin] = [await makeKey(developer, 'kept'), await makeKey(admin, 'kept too')];
    const answer = await remove(team, owner, developer, '?revoke_keys=false');
    expect([answer.status, answer.body]).toMatchObject([200, { keys: [{ id: kept.id, revoked_at: null }] }]);
    expect((await remove(team, owner, admin)).status).toBe(204);
    expect([await works(kept), await works(ofAdmin), await revocationsIn(team)]).toEqual([true, true, []]);
  });

  it('200 for who leaves and ends their own keys', async () => {
    const team = await newTeam(server);
    const { developer } = team.members;
    const key = await makeKey(developer, 'mine');
    const answer = await remove(team, developer, developer, '?revoke_keys=true');
    expect([answer.status, await works(key)]).toEqual([200, false]);
  });

  it('403 SCOPE_DENIED for who leaves in a role that may not revoke keys, and they stay a member', async () => {
    const team = await newTeam(server);
    const { viewer } = team.members;
    expect(outcomeOf(await remove(team, viewer, viewer, '?revoke_keys=true'))).toBe('403 SCOPE_DENIED keys:manage');
    expect((await remove(team, viewer, viewer)).status).toBe(204);
  });

  it('403 WORKSPACE_SUSPENDED, and 403 ACCOUNT_EMAIL_NOT_VERIFIED, for revoking with it', async () => {
    const team = await newTeam(server);
    const unverified = await server.createAccount({ organizationId: team.org_id, role: 'developer', verified: false });
    const answer = await remove(team, unverified, unverified, '?revoke_keys=true');
    expect(outcomeOf(answer)).toBe('403 ACCOUNT_EMAIL_NOT_VERIFIED');
    await suspend(server, team.org_id);
    const { developer } = team.members;
    expect(outcomeOf(await remove(team, developer, developer, '?revoke_keys=true'))).toBe('403 WORKSPACE_SUSPENDED');
  });

  it('422 for what is neither', async () => {
    const team = await newTeam(server);
    expect((await remove(team, team.members.owner, team.members.viewer, '?revoke_keys=yes')).status).toBe(422);
  });
});

describe('PATCH /v1/organizations/{org_id}/members/{account_id}', () => {
  it('200 lists the keys of who may manage none in the new role, and revokes them when asked', async () => {
    const team = await newTeam(server);
    const { owner, developer, admin } = team.members;
    const [kept, ended] = [await makeKey(developer, 'kept'), await makeKey(admin, 'ended')];
    const first = await give(team, owner, developer, { role: 'viewer' });
    expect(first.body).toMatchObject({ role: 'viewer', keys: [{ id: kept.id, revoked_at: null }] });
    const other = await give(team, owner, admin, { role: 'billing', revoke_keys: true });
    expect(other.body).toMatchObject({
      role: 'billing',
      keys: [{ id: ended.id, revoked_at: expect.any(String) as string }],
    });
    expect([await works(kept), await works(ended)]).toEqual([true, false]);
  });

  it('200 leaves the keys alone of who may go on managing them', async () => {
    const team = await newTeam(server);
    const { owner, developer } = team.members;
    const key = await makeKey(developer, 'mine');
    const answer = await give(team, owner, developer, { role: 'admin', revoke_keys: true });
    expect([answer.body, await works(key)]).toMatchObject([{ role: 'admin', keys: [] }, true]);
  });
});
