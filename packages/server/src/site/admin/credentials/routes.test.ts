import { hostileTexts } from '@revera/testkit/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount } from '../../../testing/test-accounts.ts';
import { markupProblems, openDashboard, textOf, traps, type TestDashboard } from '../../../testing/test-dashboard.ts';
import { openTestServer, type TestServer } from '../../../testing/test-services.ts';
import { signOne } from '../../../testing/test-signing.ts';

let server: TestServer;
let dashboard: TestDashboard;
let admin: TestAccount;
beforeAll(async () => {
  server = await openTestServer({ signing: true });
  dashboard = openDashboard(server);
  admin = await server.createAccount({ isAdmin: true });
});
afterAll(() => server.close());

const AT = '/en/admin/credentials';

async function newCredential(): Promise<{ id: string; organizationId: string }> {
  const { key, organizationId } = await server.createKey({ scopes: ['content:sign'] });
  return { id: (await signOne(server.call, { key })).credential_id, organizationId };
}

const statusOf = (id: string) => dashboard.query('select status, revocation_reason from credential where id = $1', id);

describe('the credentials of any organization', () => {
  it('are found by their ID, and revoked once for their organization, with a reason in its audit log', async () => {
    const { id, organizationId } = await newCredential();
    await dashboard.query(
      'update organization set name = $2 where id = $1',
      organizationId,
      hostileTexts.bidi + hostileTexts.script,
    );
    const visitor = dashboard.visit(admin);
    const found = await visitor.open(`${AT}?id=%20${id}`);
    expect([found.status, traps(found), await markupProblems(found)]).toEqual([200, [], []]);
    expect(found.html).toContain(`href="${AT}/${id}/revoke"`);
    expect(found.html).toContain(`href="/en/admin/organizations/${organizationId}"`);
    const ask = await visitor.open(`${AT}/${id}/revoke`);
    expect([ask.status, traps(ask), await markupProblems(ask)]).toEqual([200, [], []]);
    expect((await visitor.submit(ask, 'step', { reason: 'x'.repeat(501) })).status).toBe(422);
    const done = await visitor.submit(ask, 'step', { reason: 'a court <b>' });
    expect([done.status, done.location]).toEqual([303, `${AT}?id=${id}&done=credential_revoked`]);
    const after = await visitor.open(done.location);
    expect([after.html.includes('/revoke"'), textOf(after).includes('The credential is revoked.')]).toEqual([
      false,
      true,
    ]);
    expect((await visitor.submit(ask, 'step', { reason: 'again' })).status).toBe(303);
    expect(
      await dashboard.query(
        `select details, actor_id from audit_log where organization_id = $1 and action = 'credential.revoked'`,
        organizationId,
      ),
    ).toEqual([{ details: { reason: 'a court <b>' }, actor_id: admin.accountId }]);
  });

  it('are revoked without a reason too', async () => {
    const { id } = await newCredential();
    const visitor = dashboard.visit(admin);
    const done = await visitor.submit(await visitor.open(`/zh-cn/admin/credentials/${id}/revoke`), 'step');
    expect(done.status).toBe(303);
    expect(await statusOf(id)).toMatchObject([{ status: 'revoked' }]);
  });

  it.each(['cred_nothing', '"><script>x</script>', '\u202e'])('are not there: %j', async (id) => {
    const visitor = dashboard.visit(admin);
    const page = await visitor.open(`${AT}?id=${encodeURIComponent(id)}`);
    expect([page.status, await markupProblems(page)]).toEqual([200, []]);
    expect(textOf(page)).toContain('No credential has this ID.');
    expect((await visitor.open(`${AT}/${encodeURIComponent(id)}/revoke`)).status).toBe(404);
  });

  it('are nobody else’s to revoke', async () => {
    const { id } = await newCredential();
    const person = await server.createAccount();
    const csrf_token = person.session.csrf;
    expect((await dashboard.visit(person).open(`${AT}?id=${id}`)).status).toBe(404);
    expect((await dashboard.visit(person).post(`${AT}/${id}/revoke`, { csrf_token })).status).toBe(404);
    expect(await statusOf(id)).toMatchObject([{ status: 'active' }]);
  });
});
