import { hostileTexts } from '@revera/testkit/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../../testing/test-services.ts';
import type { TestAccount } from '../../../testing/test-accounts.ts';
import { accept, invite, letAuthenticationAge, mailsTo, newTeam, rolesOf } from '../../../testing/test-team.ts';
import { markupProblems, openDashboard, textOf, traps, type TestDashboard } from '../../../testing/test-dashboard.ts';

let server: TestServer;
let dashboard: TestDashboard;
beforeAll(async () => {
  server = await openTestServer();
  dashboard = openDashboard(server);
});
afterAll(() => server.close());

const at = (path: string, org: string) => `/en/dashboard/${path}?org=${org}`;

describe('the page of the organization', () => {
  it('makes a team and opens it; the switch leads from one to the other', async () => {
    const account = await server.createAccount();
    const visitor = dashboard.visit(account);
    const page = await visitor.open('/en/dashboard/organization');
    expect(page.html).not.toContain('switch-org');
    const wrong = await visitor.submit(page, 'create', { name: ' ' });
    expect([wrong.status, wrong.html.includes('href="#create-name"')]).toEqual([422, true]);
    const made = await visitor.submit(page, 'create', { name: 'Studio' });
    expect(made.location).toMatch(/^\/en\/dashboard\/members\?org=org_\w+&done=organization_created$/);
    const team = await visitor.open(made.location);
    expect(team.html).toMatch(
      /<form[^>]*method="get" action="\/en\/dashboard\/members">.*<option value="org_\w+" selected>Studio/s,
    );
  });

  it('changes name and provider code for those who may, and says what is wrong with a code', async () => {
    const team = await newTeam(server, 'Before');
    const { admin, developer } = team.members;
    const visitor = dashboard.visit(admin);
    const page = await visitor.open(at('organization', team.org_id));
    const wrong = await visitor.submit(page, 'change', { name: 'After', provider_code: '001191110000000000000000000' });
    expect([wrong.status, wrong.html.includes('This is not the code of a generation service')]).toEqual([422, true]);
    const good = await visitor.submit(page, 'change', { name: 'After', provider_code: '' });
    expect(good.location).toBe(`${at('organization', team.org_id)}&done=organization_saved`);
    expect(textOf(await visitor.open(good.location))).toContain('After');
    const other = dashboard.visit(developer);
    expect((await other.open(at('organization', team.org_id))).html).not.toContain('id="change"');
    const fields = { action: 'change', name: 'Mine', csrf_token: developer.session.csrf };
    expect((await other.post(at('organization', team.org_id), fields)).status).toBe(403);
  });
});

describe('the page of members', () => {
  it('invites, lists and takes back', async () => {
    const team = await newTeam(server, 'Studio');
    const visitor = dashboard.visit(team.members.admin);
    const page = await visitor.open(at('members', team.org_id));
    expect(await markupProblems(page)).toEqual([]);
    // Nobody gives a role above their own.
    expect(page.html).not.toContain('<option value="owner"');
    const wrong = await visitor.submit(page, 'invite', { email: 'nobody', role: 'king' });
    expect([wrong.status, wrong.html.includes('value="nobody"')]).toEqual([422, true]);
    const again = await visitor.submit(page, 'invite', { email: team.members.viewer.email, role: 'viewer' });
    expect([again.status, again.html.includes('This person is already a member.')]).toEqual([409, true]);
    const sent = await visitor.submit(page, 'invite', { email: 'new@example.com', role: 'developer' });
    expect(sent.location).toBe(`${at('members', team.org_id)}&done=invited`);
    expect((await mailsTo(server, 'new@example.com')).map(({ template }) => template)).toEqual(['invitation']);
    const open = await visitor.open(at('members', team.org_id));
    const id = /id="revoke-(ivt_\w+)"/.exec(open.html)?.[1] ?? '';
    expect((await visitor.submit(open, `revoke-${id}`)).location).toMatch(/done=invitation_revoked$/);
    expect(textOf(await visitor.open(at('members', team.org_id)))).toContain('No open invitations.');
  });

  it('changes a role and removes somebody, after the password when it was given long ago', async () => {
    const team = await newTeam(server);
    const { owner, developer, viewer } = team.members;
    const visitor = dashboard.visit(owner);
    await letAuthenticationAge(server, owner);
    const role = await visitor.open(at(`members/${developer.accountId}/role`, team.org_id));
    const without = await visitor.submit(role, 'confirm', { role: 'admin' });
    expect([without.status, (await rolesOf(server, team.org_id))[developer.accountId]]).toEqual([403, 'developer']);
    expect(without.html).toContain('<option value="admin" selected');
    const given = await visitor.submit(role, 'confirm', { role: 'admin', current_password: owner.password });
    expect(given.location).toMatch(/done=role_changed$/);
    expect((await rolesOf(server, team.org_id))[developer.accountId]).toBe('admin');
    const remove = await visitor.open(at(`members/${viewer.accountId}/remove`, team.org_id));
    expect((await visitor.submit(remove, 'confirm')).location).toMatch(/done=member_removed$/);
    expect((await rolesOf(server, team.org_id))[viewer.accountId]).toBeUndefined();
  });

  it('asks for the password to invite somebody long after it was given, and keeps what was typed', async () => {
    const team = await newTeam(server);
    const { owner } = team.members;
    const visitor = dashboard.visit(owner);
    expect((await visitor.open(at('members', team.org_id))).html).not.toContain('name="current_password"');
    await letAuthenticationAge(server, owner);
    const page = await visitor.open(at('members', team.org_id));
    expect([page.html.includes('name="current_password"'), await markupProblems(page)]).toEqual([true, []]);
    const guest = { email: 'late@example.com', role: 'admin' };
    const refused = await visitor.submit(page, 'invite', guest);
    expect([refused.status, refused.html.includes('href="#invite-current_password"')]).toEqual([403, true]);
    expect(refused.html).toContain('value="late@example.com"');
    expect(await mailsTo(server, guest.email)).toEqual([]);
    const sent = await visitor.submit(refused, 'invite', { ...guest, current_password: owner.password });
    expect(sent.location).toMatch(/done=invited$/);
  });

  it('shows the keys of who is removed, and ends them unless the box is emptied', async () => {
    const team = await newTeam(server);
    const { admin, developer, viewer } = team.members;
    const other = await server.createAccount({ organizationId: team.org_id, role: 'developer' });
    const make = async (by: TestAccount, name: string) =>
      (await server.call('POST', '/v1/dashboard/keys', { session: by.session, json: { name } })).body as { id: string };
    const [gone, kept] = [await make(developer, 'Upload <1>'), await make(other, 'Checker')];
    const stateOf = async ({ id }: { id: string }) =>
      (await dashboard.query('select revoked_at is null as usable from api_key where id = $1', id))[0]?.['usable'];
    const visitor = dashboard.visit(admin);
    const ask = await visitor.open(at(`members/${developer.accountId}/remove`, team.org_id));
    expect([await markupProblems(ask), textOf(ask).includes('Upload <1>'), traps(ask)]).toEqual([[], true, []]);
    expect(ask.html).toMatch(/name="revoke_keys" checked/);
    expect((await visitor.submit(ask, 'confirm', { revoke_keys: 'on' })).status).toBe(303);
    const second = await visitor.open(at(`members/${other.accountId}/remove`, team.org_id));
    expect((await visitor.submit(second, 'confirm')).status).toBe(303);
    expect([await stateOf(gone), await stateOf(kept)]).toEqual([false, true]);
    const none = await visitor.open(at(`members/${viewer.accountId}/remove`, team.org_id));
    expect(none.html).not.toContain('revoke_keys');
  });

  it('shows the keys of who gets another role, and keeps an emptied box through a refusal', async () => {
    const team = await newTeam(server);
    const { owner, developer } = team.members;
    const other = await server.createAccount({ organizationId: team.org_id, role: 'developer' });
    const ids: string[] = [];
    for (const { session } of [developer, other]) {
      const { body } = await server.call('POST', '/v1/dashboard/keys', { session, json: { name: 'Upload' } });
      ids.push((body as { id: string }).id);
    }
    const visitor = dashboard.visit(owner);
    await letAuthenticationAge(server, owner);
    const ask = await visitor.open(at(`members/${developer.accountId}/role`, team.org_id));
    expect(ask.html).toMatch(/name="revoke_keys" checked/);
    const refused = await visitor.submit(ask, 'confirm', { role: 'viewer' });
    expect(refused.html).toMatch(/name="revoke_keys"\/>/);
    const given = { role: 'viewer', revoke_keys: 'on', current_password: owner.password };
    expect((await visitor.submit(ask, 'confirm', given)).location).toMatch(/done=role_changed$/);
    const second = await visitor.open(at(`members/${other.accountId}/role`, team.org_id));
    expect((await visitor.submit(second, 'confirm', { role: 'viewer' })).status).toBe(303);
    const state = 'select revoked_at is null as usable from api_key where id = any($1) order by usable';
    expect(await dashboard.query(state, ids)).toEqual([{ usable: false }, { usable: true }]);
    // Whoever may manage none sees what they leave behind, and no box.
    const leaving = await dashboard.visit(other).open(at(`members/${other.accountId}/remove`, team.org_id));
    expect([textOf(leaving).includes('Upload'), leaving.html.includes('revoke_keys')]).toEqual([true, false]);
  });

  it('lets everybody leave but the last owner, and refuses who may not remove others', async () => {
    const team = await newTeam(server);
    const { owner, viewer, billing } = team.members;
    const path = (id: string) => at(`members/${id}/remove`, team.org_id);
    // Nor is it offered to the last owner; to the others it is.
    for (const [member, isOffered] of [
      [owner, false],
      [viewer, true],
    ] as const) {
      const { html } = await dashboard.visit(member).open(at('members', team.org_id));
      expect(html.includes(`members/${member.accountId}/remove`)).toBe(isOffered);
    }
    const last = await dashboard
      .visit(owner)
      .submit(await dashboard.visit(owner).open(path(owner.accountId)), 'confirm');
    expect([last.status, last.html.includes('needs at least one owner')]).toEqual([409, true]);
    const other = await dashboard.visit(viewer).post(path(billing.accountId), { csrf_token: viewer.session.csrf });
    expect(other.status).toBe(403);
    const leaving = await dashboard.visit(viewer).open(path(viewer.accountId));
    expect((await dashboard.visit(viewer).submit(leaving, 'confirm')).location).toBe('/en/dashboard?done=left');
    expect(Object.keys(await rolesOf(server, team.org_id)).toSorted()).not.toContain(viewer.accountId);
    expect((await dashboard.visit(owner).open(path(viewer.accountId))).status).toBe(404);
  });

  it('shows the list in pages', async () => {
    const team = await newTeam(server);
    for (let more = 0; more < 16; more++) await server.createAccount({ organizationId: team.org_id, role: 'viewer' });
    const visitor = dashboard.visit(team.members.billing);
    const second = await visitor.open(`${at('members', team.org_id)}&page=2`);
    expect(textOf(second)).toContain('21–21 of 21');
  });
});

describe('the audit log', () => {
  it('shows who did what, finds by kind, day and object, and keeps the filter on the next page', async () => {
    const team = await newTeam(server, 'Logged');
    const { owner, admin } = team.members;
    for (let made = 0; made < 21; made++) await server.createKey({ organizationId: team.org_id });
    const guest = await server.createAccount();
    const { token } = await invite(server, { org_id: team.org_id, by: owner, email: guest.email });
    await accept(server, guest, token);
    const visitor = dashboard.visit(admin);
    const page = await visitor.open(at('audit', team.org_id));
    expect(await markupProblems(page)).toEqual([]);
    expect(textOf(page)).toMatch(new RegExp(`Member joined .*By ${guest.email} .*Member invited .*By ${owner.email}`));
    const keys = await visitor.open(`${at('audit', team.org_id)}&action=api_key.`);
    expect(textOf(keys)).not.toContain('Member joined');
    const next = /<a[^>]*href="([^"]*)"[^>]*rel="next"/.exec(keys.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(next).toBe(`${at('audit', team.org_id)}&action=api_key.&page=2`);
    expect(textOf(await visitor.open(next))).toContain('21–21 of 21');
    const { rows } = await server.services.database.pool.query<{ day: string }>(
      `select (created_at at time zone 'UTC')::date as day from audit_log where target_id = $1 limit 1`,
      [team.org_id],
    );
    const day = rows[0]?.day ?? '';
    const onDay = await visitor.open(`${at('audit', team.org_id)}&from=${day}&to=${day}&target_id=${team.org_id}`);
    expect(textOf(onDay)).toContain('Organization created');
    const past = await visitor.open(`${at('audit', team.org_id)}&to=2020-01-01`);
    expect(textOf(past)).toContain('No matching entries.');
    const wrong = await visitor.open(`${at('audit', team.org_id)}&from=2020-13-45&actor_id=%00&action=%3Cb%3E`);
    expect([wrong.status, await markupProblems(wrong)]).toEqual([422, []]);
    expect(wrong.html).not.toContain('<b>');
  });

  it.each(Object.entries(hostileTexts))('shows details that are hostile (%s) as text', async (_, text) => {
    const account = await server.createAccount();
    await dashboard.query(
      `insert into audit_log (id, organization_id, actor_kind, actor_id, action, target_kind, target_id, details)
       values ($1, $2, 'system', null, 'x.y', 'x', $3, $4)`,
      `aud_${account.accountId.slice(4)}`,
      account.organizationId,
      text.slice(0, 100),
      JSON.stringify({ name: text }),
    );
    const page = await dashboard.visit(account).open('/en/dashboard/audit');
    expect([page.status, await markupProblems(page)]).toEqual([200, []]);
    expect(traps(page)).toEqual([]);
  });
});
