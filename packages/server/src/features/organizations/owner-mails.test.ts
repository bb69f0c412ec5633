import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../shared/permissions.ts';
import type { TestAccount } from '../../testing/test-accounts.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { accept, auditOf, invite, mailsTo, newTeam, type Team } from '../../testing/test-team.ts';

const ONE = '/v1/organizations/{org_id}/members/{account_id}';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** What a person was told about owners: `change person by`. */
const toldOf = async ({ email }: TestAccount) =>
  (await mailsTo(server, email))
    .filter(({ template }) => template === 'owner_changed')
    .map(({ values }) => [values['change'], values['person'], values['by']]);
const give = ({ org_id }: Team, by: TestAccount, { accountId }: TestAccount, role: Role) =>
  server.call('PATCH', ONE, { params: { org_id, account_id: accountId }, session: by.session, json: { role } });
const remove = ({ org_id }: Team, by: TestAccount, { accountId }: TestAccount) =>
  server.call('DELETE', ONE, { params: { org_id, account_id: accountId }, session: by.session });
const second = ({ org_id }: Team) => server.createAccount({ organizationId: org_id, role: 'owner' });

describe('the owners of an organization', () => {
  it('are told when an owner joins', async () => {
    const team = await newTeam(server, 'Verlag');
    const { owner, admin } = team.members;
    const guest = await server.createAccount();
    const { token } = await invite(server, { org_id: team.org_id, by: owner, email: guest.email, role: 'owner' });
    expect((await accept(server, guest, token)).status).toBe(200);
    expect(await mailsTo(server, owner.email)).toMatchObject([
      {
        template: 'owner_changed',
        values: {
          organization: 'Verlag',
          change: 'joined',
          person: guest.email,
          address: '127.0.0.1',
          link: `http://127.0.0.1:8080/en/dashboard/members?org=${team.org_id}`,
        },
      },
    ]);
    expect([await toldOf(guest), await toldOf(admin)]).toEqual([[], []]);
    expect((await auditOf(server, team.org_id)).at(-1)).toMatchObject({ action: 'member.joined' });
  });

  it('are told when one is made or unmade, also who it is and who did it', async () => {
    const team = await newTeam(server);
    const { owner, developer } = team.members;
    await give(team, owner, developer, 'owner');
    await give(team, developer, owner, 'viewer');
    const told = [
      ['promoted', developer.email, owner.email],
      ['demoted', owner.email, developer.email],
    ];
    expect([await toldOf(owner), await toldOf(developer)]).toEqual([told, told]);
  });

  it('are told when one is removed, also who it is, or leaves', async () => {
    const team = await newTeam(server);
    const { owner } = team.members;
    const [removed, left] = [await second(team), await second(team)];
    await remove(team, owner, removed);
    await remove(team, left, left);
    const one = ['removed', removed.email, owner.email];
    expect(await toldOf(owner)).toEqual([one, ['left', left.email, left.email]]);
    expect([await toldOf(removed), await toldOf(left)]).toEqual([[one], [one]]);
  });

  it('are told nothing of other members, and nothing of what was refused', async () => {
    const team = await newTeam(server);
    const { owner, admin, viewer } = team.members;
    await give(team, owner, viewer, 'developer');
    await remove(team, owner, viewer);
    expect((await remove(team, admin, owner)).status).toBe(403);
    expect(await toldOf(owner)).toEqual([]);
  });
});
