import { hostileTexts } from '@revera/testkit/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount } from '../../testing/test-accounts.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { signOne, verify } from '../../testing/test-signing.ts';
import { letAuthenticationAge, newTeam } from '../../testing/test-team.ts';
import { formOf } from '../../testing/test-visitor.ts';
import { fieldPart, filePart, form, MULTIPART } from '../../http/test-app.ts';
import { markupProblems, openDashboard, textOf, traps, type TestDashboard } from '../../testing/test-dashboard.ts';

let server: TestServer;
let dashboard: TestDashboard;
beforeAll(async () => {
  server = await openTestServer({ signing: true });
  dashboard = openDashboard(server);
});
afterAll(() => server.close());

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const signFor = (account: TestAccount) => signOne(server.call, { path: '/api/sign', session: account.session });

describe('the overview', () => {
  it('leads from nothing to the first request, and shows it once it was sent', async () => {
    const account = await server.createAccount();
    const visitor = dashboard.visit(account);
    const empty = textOf(await visitor.open('/en/dashboard'));
    expect(empty).toMatch(/Confirm your email address Done .*Create an API key To do .*Send your first request To do/);
    expect(empty).toContain('No jobs yet.');
    expect(empty).toContain('No credentials yet.');
    const { key } = await server.createKey({ organizationId: account.organizationId });
    const ready = textOf(await visitor.open('/en/dashboard'));
    expect(ready).toMatch(/Create an API key Done .*-H "Authorization: Bearer \$REVERA_KEY"/);
    await verify(server.call, key, PNG);
    const seen = await visitor.open('/en/dashboard');
    expect(textOf(seen)).not.toContain('Next steps');
    expect(seen.html).toMatch(/href="\/en\/results\/job_\w+"/);
    expect(await markupProblems(seen)).toEqual([]);
  });

  it('keeps what only some roles see from the others', async () => {
    const team = await newTeam(server);
    await server.createKey({ organizationId: team.org_id });
    const page = await dashboard.visit(team.members.viewer).open(`/en/dashboard?org=${team.org_id}`);
    expect(textOf(page)).not.toMatch(/Active API keys|Next steps/);
  });
});

describe('the list of jobs', () => {
  it('shows the newest first, with a link for the organization, and goes on behind the last of a page', async () => {
    const team = await newTeam(server);
    const { key } = await server.createKey({ organizationId: team.org_id });
    for (let at = 0; at < 21; at++) await verify(server.call, key, PNG);
    const visitor = dashboard.visit(team.members.viewer);
    const first = await visitor.open(`/en/dashboard/jobs?org=${team.org_id}`);
    const idsIn = (html: string) => [...html.matchAll(/results\/(job_\w+)\?org=/g)].map(([, id]) => id);
    const next = /<a[^>]*href="([^"]*)"[^>]*rel="next"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const second = await visitor.open(next);
    const rows = await dashboard.query(
      'select id from job where organization_id = $1 order by created_at desc',
      team.org_id,
    );
    expect([...idsIn(first.html), ...idsIn(second.html)]).toEqual(rows.map(({ id }) => id));
    expect(await markupProblems(second)).toEqual([]);
    expect(textOf(await visitor.open(`/en/dashboard/jobs?org=${team.org_id}&before=job_x`))).toContain('No older jobs');
  });

  it.each(Object.entries(hostileTexts))('shows a file name that is hostile (%s) as text', async (_, text) => {
    const account = await server.createAccount();
    const { key } = await server.createKey({ organizationId: account.organizationId });
    await verify(server.call, key, PNG);
    await dashboard.query('update job set filename = $2 where organization_id = $1', account.organizationId, text);
    const page = await dashboard.visit(account).open('/en/dashboard/jobs');
    expect([page.status, await markupProblems(page)]).toEqual([200, []]);
    expect(traps(page)).toEqual([]);
  });
});

describe('the pages of credentials', () => {
  it('lists them, shows one, and hands out its file', async () => {
    const account = await server.createAccount();
    const visitor = dashboard.visit(account);
    const { credential_id: cid } = await signFor(account);
    const list = await visitor.open('/en/dashboard/credentials');
    expect(list.html).toContain(`href="/v/${cid}"`);
    const page = await visitor.open(`/en/dashboard/credentials/${cid}`);
    expect([page.status, await markupProblems(page)]).toEqual([200, []]);
    const file = await dashboard.app.inject({
      url: `/en/dashboard/credentials/${cid}/asset`,
      headers: { cookie: visitor.cookie() },
    });
    expect([file.statusCode, file.headers['content-disposition']]).toEqual([200, `attachment; filename="${cid}.png"`]);
    expect(textOf(page)).toContain(await digestOf(file.rawPayload));
    expect(file.headers['x-content-type-options']).toBe('nosniff');
  });

  it('shows the file and its state in a table, and narrows it by name, identifier and state', async () => {
    const account = await server.createAccount();
    const visitor = dashboard.visit(account);
    const { credential_id: first } = await signFor(account);
    const { credential_id: second } = await signFor(account);
    const list = '/en/dashboard/credentials';
    await dashboard.query(`update credential set filename = 'Cover 50%.png' where id = $1`, first);
    await dashboard.query(
      `update credential set filename = null, status = 'suspended', suspended_at = now() where id = $1`,
      second,
    );
    const shown = async (query: string) => {
      const { html } = await visitor.open(`${list}?${query}`);
      return [first, second].filter((id) => html.includes(`href="${list}/${id}"`));
    };
    expect(await shown('')).toEqual([first, second]);
    expect(await shown('q=COVER')).toEqual([first]);
    expect(await shown('q=%25')).toEqual([first]);
    expect(await shown('q=_over')).toEqual([]);
    expect(await shown('q=%00')).toEqual([]);
    expect(await shown(`q=${second}`)).toEqual([second]);
    expect(await shown('status=suspended')).toEqual([second]);
    expect(await shown('status=active')).toEqual([first]);
    await dashboard.query(
      `update credential set timestamp_at = null, certificate_not_after = now() - interval '1 hour' where id = $1`,
      first,
    );
    expect([await shown('status=active'), await shown('status=expired')]).toEqual([[], [first]]);
    const wrong = await visitor.open(`${list}?status=good`);
    expect([wrong.status, await markupProblems(wrong)]).toEqual([422, []]);
    for (const text of Object.values(hostileTexts)) {
      await dashboard.query('update credential set filename = $2 where id = $1', first, text);
      const page = await visitor.open(list);
      expect([traps(page), await markupProblems(page)]).toEqual([[], []]);
    }
  });

  it('suspends, resumes and revokes with a reason, each after asking, and only where the state allows it', async () => {
    const account = await server.createAccount();
    const visitor = dashboard.visit(account);
    const { credential_id: cid } = await signFor(account);
    const one = `/en/dashboard/credentials/${cid}`;
    const steps = [
      ['suspend', 'suspended', 'Credential suspended.'],
      ['resume', 'active', 'Credential active again.'],
      ['revoke', 'revoked', 'Credential revoked.'],
    ] as const;
    for (const [step, status, said] of steps) {
      expect((await visitor.open(one)).html).toContain(`${one}/${step}`);
      const answer = await visitor.submit(await visitor.open(`${one}/${step}`), 'confirm', { reason: `why ${step}` });
      expect([answer.status, textOf(await visitor.open(answer.location)).includes(said)]).toEqual([303, true]);
      expect(await dashboard.query('select status from credential where id = $1', cid)).toEqual([{ status }]);
    }
    const page = await visitor.open(one);
    expect(textOf(page)).toContain('why revoke');
    expect(page.html).not.toContain(`${one}/asset`);
    expect((await visitor.open(`${one}/asset`)).status).toBe(410);
    const csrf_token = account.session.csrf;
    expect((await visitor.post(`${one}/resume`, { csrf_token })).status).toBe(409);
    expect((await visitor.post(`${one}/suspend`, { csrf_token, reason: 'x'.repeat(501) })).status).toBe(422);
  });

  it('asks for the password to revoke long after it was given, and not to suspend', async () => {
    const account = await server.createAccount();
    const visitor = dashboard.visit(account);
    const { credential_id: cid } = await signFor(account);
    const one = `/en/dashboard/credentials/${cid}`;
    await letAuthenticationAge(server, account);
    const ask = await visitor.open(`${one}/revoke`);
    expect([ask.html.includes('name="current_password"'), await markupProblems(ask)]).toEqual([true, []]);
    const refused = await visitor.submit(ask, 'confirm', { reason: 'why' });
    expect([refused.status, refused.html.includes('why</textarea>')]).toEqual([403, true]);
    expect(await dashboard.query('select status from credential where id = $1', cid)).toEqual([{ status: 'active' }]);
    const suspend = await visitor.open(`${one}/suspend`);
    expect([suspend.html.includes('current_password'), (await visitor.submit(suspend, 'confirm')).status]).toEqual([
      false,
      303,
    ]);
    const given = { reason: 'why', current_password: account.password };
    expect((await visitor.submit(ask, 'confirm', given)).location).toMatch(/done=credential_revoked$/);
  });

  it('404 for the credential of another organization, for its file and every step', async () => {
    const [owner, stranger] = [await server.createAccount(), await server.createAccount()];
    const { credential_id: cid } = await signFor(owner);
    const visitor = dashboard.visit(stranger);
    for (const path of ['', '/asset', '/revoke', '/suspend', '/resume']) {
      expect((await visitor.open(`/en/dashboard/credentials/${cid}${path}`)).status).toBe(404);
    }
    expect((await visitor.open('/en/dashboard/credentials')).html).not.toContain(cid);
  });
});

describe('signing by the form', () => {
  async function send(account: TestAccount, parts: readonly Buffer[], path = '/en/dashboard/sign') {
    return dashboard.app.inject({
      method: 'POST',
      url: path,
      headers: {
        accept: 'text/html',
        'content-type': MULTIPART,
        cookie: account.session.cookie,
        origin: server.services.links.origin(),
      },
      payload: form(parts),
    });
  }
  const fields = (values: Record<string, string>) =>
    Object.entries(values).map(([name, value]) => fieldPart(name, value));

  it('signs the file with what was declared, and shows its credential', async () => {
    const account = await server.createAccount();
    const visitor = dashboard.visit(account);
    const page = await visitor.open('/en/dashboard/sign');
    const { hidden } = formOf(page, 'sign');
    const typed = { content_type: 'digital_creation', generator_name: 'Brush', label: 'none', timestamp: 'optional' };
    const answer = await send(account, [...fields({ ...hidden, ...typed }), filePart(PNG, 'file', 'art.png')]);
    const location = String(answer.headers.location);
    expect([answer.statusCode, location]).toEqual([303, expect.stringMatching(/credentials\/cred_\w+\?done=signed$/)]);
    expect(textOf(await visitor.open(location))).toMatch(/File signed and verified.*Made by a person with software/);
    expect(
      await dashboard.query('select generator_name from credential where organization_id = $1', account.organizationId),
    ).toEqual([{ generator_name: 'Brush' }]);
    await server.expectNothingLeft();
  });

  it('shows the form again, with what was typed, when the file or a field is not as it must be', async () => {
    const account = await server.createAccount();
    const declared = { csrf_token: account.session.csrf, content_type: 'captured' };
    const file = filePart(PNG, 'file', 'art.png');
    const none = await send(account, [...fields(declared), filePart('', 'file', '')]);
    expect([none.statusCode, none.body.includes('href="#sign-file"')]).toEqual([422, true]);
    const text = await send(account, [
      ...fields({ ...declared, model: 'm<1>' }),
      filePart('no picture', 'file', 'a.png'),
    ]);
    expect([text.statusCode, text.body.includes('of no supported media type')]).toEqual([415, true]);
    expect(text.body).toContain('value="m&lt;1>"');
    const wrong = await send(account, [
      ...fields({ ...declared, model: 'a\u202eb', label: 'own', china_aigc: '{' }),
      file,
    ]);
    expect([wrong.statusCode, wrong.body.includes('href="#sign-model"')]).toEqual([422, true]);
    expect(wrong.body).not.toContain(`value="${declared.csrf_token}" id`);
    const label = await send(account, [...fields({ ...declared, label: 'own', china_aigc: '{' }), file]);
    expect([label.statusCode, label.body.includes('href="#sign-china_aigc"')]).toEqual([422, true]);
    const { csrf_token } = declared;
    const undeclared = await send(account, [...fields({ csrf_token, content_type: '', model: 'a\u202eb' }), file]);
    expect([undeclared.statusCode, undeclared.body.match(/href="#sign-\w+"/g)]).toEqual([
      422,
      ['href="#sign-content_type"', 'href="#sign-model"'],
    ]);
    await server.expectNothingLeft();
  });

  it('403 without the token, from another site, or in a role that may not; nothing is signed', async () => {
    const team = await newTeam(server);
    const { viewer, developer } = team.members;
    const file = filePart(PNG, 'file', 'art.png');
    const path = `/en/dashboard/sign?org=${team.org_id}`;
    expect((await send(developer, [file], path)).statusCode).toBe(403);
    expect((await send(developer, [...fields({ csrf_token: viewer.session.csrf }), file], path)).statusCode).toBe(403);
    expect((await send(viewer, [...fields({ csrf_token: viewer.session.csrf }), file], path)).statusCode).toBe(403);
    expect(await dashboard.query('select id from job where organization_id = $1', team.org_id)).toEqual([]);
    await server.expectNothingLeft();
  });
});

async function digestOf(bytes: Buffer): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex');
}
