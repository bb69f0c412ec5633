import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionsOf } from '../../testing/test-access.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { signOne } from '../../testing/test-signing.ts';
import { invite, letAuthenticationAge, newTeam, outcomeOf } from '../../testing/test-team.ts';
import { accountExportSchema } from './export-schema.ts';
import { arrayText, everyRow } from './json-stream.ts';

const PATH = '/v1/account/export';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ signing: true });
});
afterAll(() => server.close());

const query = (text: string, ...values: unknown[]) => server.services.database.pool.query(text, values);

describe('GET /v1/account/export', () => {
  it('200 is one file with all that is stored of the person, and of what they own', async () => {
    const { org_id, members } = await newTeam(server, 'Verlag "Ä"');
    const { owner, admin } = members;
    const session = { ...owner.session, organizationId: org_id };
    const signed = await signOne(server.call, { path: '/api/sign', session });
    await server.call('POST', '/v1/dashboard/keys', { session, json: { name: 'mine' } });
    await invite(server, { org_id, by: owner, email: 'guest@example.com' });
    const elsewhere = await newTeam(server, 'Elsewhere');
    await invite(server, { org_id: elsewhere.org_id, by: elsewhere.members.owner, email: owner.email });
    const answer = await server.call('GET', PATH, { session });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="revera-account-\d{4}-\d\d-\d\d\.json"$/,
    );
    const data = accountExportSchema.parse(answer.body);
    expect(data.account).toMatchObject({ id: owner.accountId, email: owner.email });
    expect(data.sessions).toMatchObject([{ current: true, address: '127.0.0.1', ended_at: null }]);
    expect(data.organizations.map(({ id }) => id).toSorted()).toEqual([org_id, owner.organizationId].toSorted());
    expect(data.invitations).toMatchObject([{ organization_name: 'Elsewhere', role: 'viewer' }]);
    expect(data.api_keys).toMatchObject([{ name: 'mine', organization_id: org_id }]);
    expect(data.mails).toMatchObject([
      { kind: 'invitation', sent_at: null },
      { kind: 'key_created', sent_at: null },
    ]);
    expect(data.audit_log.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['account.exported', 'member.invited']),
    );
    const team = data.owned_organizations.find(({ organization }) => organization.id === org_id);
    expect(team).toMatchObject({
      organization: { name: 'Verlag "Ä"', role: 'owner' },
      invitations: [{ email: 'guest@example.com' }],
      api_keys: [{ name: 'mine' }],
      credentials: [{ credential_id: signed.credential_id }],
      jobs: [{ id: signed.id, status: 'completed', result: { id: signed.id } }],
    });
    expect(team?.members.map(({ email }) => email)).toContain(admin.email);
    expect(data.owned_organizations).toHaveLength(2);
    expect(await actionsOf(server, owner.organizationId)).toContain('account.exported');
  });

  it('200 opens nothing: no hash, no token, no secret', async () => {
    const { session, accountId } = await server.createAccount();
    const made = await server.call('POST', '/v1/dashboard/keys', { session, json: { name: 'k' } });
    const { key } = made.body as { key: string };
    const { body } = await server.call('GET', PATH, { session });
    const text = JSON.stringify(body);
    const stored = await query(
      `select password_hash, encode(token_sha256, 'hex') as token from account join session on account_id = account.id where account.id = $1`,
      accountId,
    );
    const [row] = stored.rows as { password_hash: string; token: string }[];
    for (const secret of [key, row?.password_hash ?? '?', row?.token ?? '?', session.csrf]) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toMatch(/"[a-z_]*(hash|secret|token)[a-z_]*":/);
  });

  it('200 shows a member who owns nothing else their own data, and nothing of the organization', async () => {
    const { org_id, members } = await newTeam(server);
    const { body } = await server.call('GET', PATH, { session: members.viewer.session });
    const data = accountExportSchema.parse(body);
    expect(data.organizations.map(({ id, role }) => [id, role])).toContainEqual([org_id, 'viewer']);
    expect(data.owned_organizations.map(({ organization }) => organization.id)).not.toContain(org_id);
    expect(JSON.stringify(body)).not.toContain(members.owner.email);
  });

  it('200 reads more than a page of everything, each once', async () => {
    const { session, accountId, organizationId } = await server.createAccount();
    await query(
      `insert into audit_log (id, organization_id, actor_kind, actor_id, action, target_kind)
       select 'aud_' || n, $2, 'account', $1, 'x.counted', 'x' from generate_series(1, 450) as n`,
      accountId,
      organizationId,
    );
    await query(
      `insert into job (id, kind, organization_id, input, status, finished_at)
       select 'job_' || n, 'verification', $1, '{}', 'expired', now() from generate_series(1, 25) as n`,
      organizationId,
    );
    const data = accountExportSchema.parse((await server.call('GET', PATH, { session })).body);
    const counted = data.audit_log.filter(({ action }) => action === 'x.counted').map(({ id }) => id);
    expect([counted.length, new Set(counted).size]).toEqual([450, 450]);
    expect(new Set(data.owned_organizations[0]?.jobs.map(({ id }) => id)).size).toBe(25);
  });

  it('403 SCOPE_DENIED without a recent password', async () => {
    const account = await server.createAccount();
    await letAuthenticationAge(server, account);
    const answer = await server.call('GET', PATH, { session: account.session });
    expect(outcomeOf(answer)).toBe('403 SCOPE_DENIED reauthentication_required');
  });

  it('429 RATE_LIMITED after a few', async () => {
    const { session } = await server.createAccount();
    const { call } = server.variant({ limits: { exportsPerHour: 2 } });
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await call('GET', PATH, { session })).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe('a list that is written while it is read', () => {
  const rowsOf = (total: number, size: number, log: number[]) =>
    everyRow((after) => {
      const start = after === null ? 0 : Number(after.id) + 1;
      const length = Math.max(0, Math.min(size, total - start));
      log.push(length);
      return Promise.resolve(Array.from({ length }, (_, at) => ({ id: String(start + at), position: '' })));
    });

  it.each([0, 1, 3, 4, 7])('holds one page at a time, and is whole JSON: %i rows', async (total) => {
    const pages: number[] = [];
    let text = '';
    for await (const piece of arrayText(rowsOf(total, 3, pages), ({ id }) => Number(id))) text += piece;
    expect(JSON.parse(text)).toEqual(Array.from({ length: total }, (_, at) => at));
    expect(Math.max(...pages)).toBeLessThanOrEqual(3);
  });
});
