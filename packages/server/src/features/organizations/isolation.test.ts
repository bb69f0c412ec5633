import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../shared/ids.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { invite, newTeam, outcomeOf, type Team } from '../../testing/test-team.ts';
import { organizationRoutes } from './routes.ts';

let server: TestServer;
let mine: Team;
let other: Team;
let invitation: string;

beforeAll(async () => {
  server = await openTestServer();
  [mine, other] = [await newTeam(server), await newTeam(server)];
  const { org_id, members } = other;
  ({ id: invitation } = await invite(server, { org_id, by: members.owner, email: 'guest@example.com' }));
});
afterAll(() => server.close());

/** Valid for each route that takes a body. */
const BODIES: Readonly<Record<string, object>> = {
  updateOrganization: { name: 'Taken over' },
  inviteMember: { email: 'mine@example.com', role: 'viewer' },
  changeMemberRole: { role: 'viewer' },
};

function routes() {
  const { database, ...services } = server.services;
  return organizationRoutes({ ...services, db: database.db }).filter(({ path }) => path.includes('{'));
}

async function everything(): Promise<string> {
  const tables = ['organization', 'membership', 'invitation', 'mail', 'audit_log'];
  const { pool } = server.services.database;
  const rows = await Promise.all(tables.map((table) => pool.query<object>(`select * from ${table} order by 1, 2`)));
  return JSON.stringify(rows.map((result) => result.rows));
}

/** Calls all routes as the owner of one organization, and answers the outcome of each. */
async function askAll(params: Record<string, string>) {
  const { session } = mine.members.owner;
  const outcomes: Record<string, string> = {};
  for (const { method, path, operationId } of routes()) {
    const json = BODIES[operationId];
    const answer = await server.call(method, path, { params, session, ...(json === undefined ? {} : { json }) });
    outcomes[operationId] = outcomeOf(answer);
  }
  return outcomes;
}

describe('what belongs to another organization', () => {
  it('404 for every identifier in every place, the same as for what never was, and nothing changes', async () => {
    const before = await everything();
    const names = Object.fromEntries(routes().map(({ operationId }) => [operationId, '404 NOT_FOUND']));
    const theirs = { account_id: other.members.viewer.accountId, invitation_id: invitation };
    expect(await askAll({ org_id: other.org_id, ...theirs })).toEqual(names);
    expect(await askAll({ org_id: newId('organization'), ...theirs })).toEqual(names);
    // A colleague's identifier in the path gives no access to the other organization's objects.
    const ours = { account_id: mine.members.viewer.accountId, invitation_id: invitation };
    expect(await askAll({ org_id: other.org_id, ...ours })).toEqual(names);
    expect(await everything()).toBe(before);
  });

  it('404 for theirs below one’s own', async () => {
    const outcomes = await askAll({
      org_id: mine.org_id,
      account_id: other.members.viewer.accountId,
      invitation_id: invitation,
    });
    expect(outcomes).toEqual({
      getOrganization: '200',
      updateOrganization: '200',
      listMembers: '200',
      changeMemberRole: '404 NOT_FOUND',
      removeMember: '404 NOT_FOUND',
      inviteMember: '201',
      listInvitations: '200',
      revokeInvitation: '404 NOT_FOUND',
    });
  });

  it('is in no list of ours', async () => {
    const { session } = mine.members.owner;
    const params = { org_id: mine.org_id };
    const lists = await Promise.all([
      server.call('GET', '/v1/organizations', { session }),
      server.call('GET', '/v1/organizations/{org_id}/members', { session, params }),
      server.call('GET', '/v1/organizations/{org_id}/invitations', { session, params }),
    ]);
    const text = JSON.stringify(lists.map(({ body }) => body));
    const theirs = [other.org_id, invitation, ...Object.values(other.members).map(({ accountId }) => accountId)];
    expect(theirs.filter((id) => text.includes(id))).toEqual([]);
    expect(text).toContain(mine.org_id);
  });
});
