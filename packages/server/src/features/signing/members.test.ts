import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority, privateKeyPem } from '@revera/testkit/authorities';
import { buildPng } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filePart, form } from '../../http/test-app.ts';
import { sessionHeaders, type TestAccount } from '../../testing/test-accounts.ts';
import { openTestServer, type Answer, type TestServer } from '../../testing/test-services.ts';
import { askToSign, lastJob, signOne, tracesOf, type TestSigning } from '../../testing/test-signing.ts';

const PATH = '/api/sign';
const RECORD = '/v1/content/credentials/{cid}';

let server: TestServer;
let owner: TestAccount;
let stranger: TestAccount;
beforeAll(async () => {
  server = await openTestServer({ signing: true, background: true });
  [owner, stranger] = [await server.createAccount(), await server.createAccount()];
});
afterAll(() => server.close());

const member = (role: 'admin' | 'developer' | 'viewer' | 'billing') =>
  server.createAccount({ organizationId: owner.organizationId, role });
const ask = (account: TestAccount, request: Partial<TestSigning> = {}) =>
  askToSign(server.call, { path: PATH, session: account.session, ...request });
const sign = (account: TestAccount) => signOne(server.call, { path: PATH, session: account.session });
const codeOf = ({ status, body }: Answer) => [status, (body as { error?: { code: string } } | undefined)?.error?.code];

async function auditOf(targetId: string) {
  const text = `select actor_kind, actor_id, action, address, request_id, details->>'client_request_id' as client_request_id, organization_id
     from audit_log where target_id = $1 order by created_at`;
  return (await server.services.database.pool.query<{ action: string; actor_id: string }>(text, [targetId])).rows;
}

describe('POST /api/sign by a member', () => {
  it('200 signs for the organization: its job, its credential, and the member in the log', async () => {
    const developer = await member('developer');
    const answer = await ask(developer, { headers: { 'x-request-id': 'sign-7' } });
    const { id, credential_id, sandbox } = answer.body as Awaited<ReturnType<typeof sign>>;
    expect([answer.status, sandbox]).toEqual([200, true]);
    expect(await lastJob(server)).toMatchObject({
      id,
      organization_id: owner.organizationId,
      api_key_id: null,
      input: { mode: 'test', account_id: developer.accountId },
    });
    const request_id = answer.headers['x-revera-request-id'];
    expect(await auditOf(credential_id)).toEqual([
      {
        actor_kind: 'account',
        actor_id: developer.accountId,
        action: 'credential.issued',
        address: '127.0.0.1',
        request_id,
        client_request_id: 'sign-7',
        organization_id: owner.organizationId,
      },
    ]);
  });

  it('202 a queued signing names the member as well', async () => {
    const { body, status } = await ask(owner, { headers: { prefer: 'respond-async' } });
    const { id } = body as { id: string };
    await server.expectNothingLeft();
    const job = await server.call('GET', '/v1/jobs/{jid}', { session: owner.session, params: { jid: id } });
    const { signing } = job.body as { signing: { credential_id: string } };
    expect(status).toBe(202);
    expect(await auditOf(signing.credential_id)).toMatchObject([{ actor_kind: 'account', actor_id: owner.accountId }]);
  });

  it('200 an Idempotency-Key is the organization’s: a colleague is answered the same, a stranger has their own', async () => {
    const headers = { 'idempotency-key': 'member-1' };
    const first = await ask(owner, { headers });
    const again = await ask(await member('admin'), { headers });
    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([200, first.body, 'true']);
    const theirs = await ask(stranger, { headers });
    expect([theirs.status, theirs.headers['idempotent-replayed']]).toEqual([200, undefined]);
    expect(theirs.body).not.toEqual(first.body);
  });

  it('403 SCOPE_DENIED, ACCOUNT_EMAIL_NOT_VERIFIED or 401 and nothing is left, before the file is read', async () => {
    const before = await tracesOf(server);
    const unverified = await server.createAccount({ verified: false });
    expect(codeOf(await ask(await member('viewer')))).toEqual([403, 'SCOPE_DENIED']);
    expect(codeOf(await ask(await member('billing')))).toEqual([403, 'SCOPE_DENIED']);
    expect(codeOf(await ask(unverified))).toEqual([403, 'ACCOUNT_EMAIL_NOT_VERIFIED']);
    expect(codeOf(await askToSign(server.call, { path: PATH }))).toEqual([401, 'AUTH_REQUIRED']);
    const { cookie } = sessionHeaders(owner.session);
    const forged = { form: form([filePart('x')]), headers: { cookie: cookie ?? '' } };
    expect(codeOf(await server.call('POST', PATH, forged))).toEqual([403, 'SCOPE_DENIED']);
    expect(await tracesOf(server)).toEqual(before);
  });

  it('401 AUTH_REQUIRED at the address for programs', async () => {
    const answer = await ask(owner, { path: '/v1/content/sign' });
    expect(codeOf(answer)).toEqual([401, 'AUTH_REQUIRED']);
  });
});

describe('what a member signed', () => {
  it.each(['/v1/jobs/{jid}', '/v1/jobs/{jid}/report', RECORD, `${RECORD}/asset`])(
    '200 GET %s for every member, 404 for others',
    async (path) => {
      const { id, credential_id } = await sign(owner);
      const params = { jid: id, cid: credential_id };
      for (const account of [owner, await member('viewer'), await member('billing')]) {
        expect((await server.call('GET', path, { session: account.session, params })).status).toBe(200);
      }
      expect(codeOf(await server.call('GET', path, { session: stranger.session, params }))).toEqual([404, 'NOT_FOUND']);
      const lent = { ...stranger.session, organizationId: owner.organizationId };
      expect(codeOf(await server.call('GET', path, { session: lent, params }))).toEqual([404, 'NOT_FOUND']);
      const { key } = await server.createKey({ organizationId: owner.organizationId });
      expect((await server.call('GET', path, { key, params })).status).toBe(200);
    },
  );

  it('200 an anonymous job with a session, and with one that is over', async () => {
    const upload = form([filePart(Buffer.from(buildPng()), 'files', 'a.png', 'image/png')]);
    const { body } = await server.call('POST', '/api/analyze', { form: upload });
    const jid = (body as { results: { result: { id: string } }[] }).results[0]?.result.id ?? '';
    const over = await server.createAccount();
    await server.services.database.pool.query('update session set ended_at = now() where account_id = $1', [
      over.accountId,
    ]);
    for (const { session } of [owner, stranger, over]) {
      expect((await server.call('GET', '/v1/jobs/{jid}', { session, params: { jid } })).status).toBe(200);
    }
  });

  it('200 suspending, resuming and revoking it, each in the log with the member; 403 SCOPE_DENIED for a viewer', async () => {
    const { credential_id: cid } = await sign(owner);
    const [developer, viewer] = [await member('developer'), await member('viewer')];
    for (const verb of ['suspend', 'resume', 'revoke']) {
      const change = (account: TestAccount) =>
        server.call('POST', `${RECORD}/${verb}`, { session: account.session, params: { cid } });
      expect(codeOf(await change(viewer))).toEqual([403, 'SCOPE_DENIED']);
      expect(codeOf(await change(stranger))).toEqual([404, 'NOT_FOUND']);
      expect((await change(developer)).status).toBe(200);
    }
    const rows = await auditOf(cid);
    expect(rows.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['credential.issued', owner.accountId],
      ['credential.suspended', developer.accountId],
      ['credential.resumed', developer.accountId],
      ['credential.revoked', developer.accountId],
    ]);
  });

  it('403 WORKSPACE_SUSPENDED for changing it while the organization is suspended; reading goes on', async () => {
    const account = await server.createAccount();
    const { credential_id: cid, id: jid } = await sign(account);
    await server.services.database.pool.query('update organization set suspended_at = now() where id = $1', [
      account.organizationId,
    ]);
    const { session } = account;
    const revoked = await server.call('POST', `${RECORD}/revoke`, { session, params: { cid } });
    expect(codeOf(revoked)).toEqual([403, 'WORKSPACE_SUSPENDED']);
    expect(codeOf(await ask(account))).toEqual([403, 'WORKSPACE_SUSPENDED']);
    expect((await server.call('GET', RECORD, { session, params: { cid } })).body).toMatchObject({ status: 'active' });
    expect((await server.call('GET', '/v1/jobs/{jid}', { session, params: { jid } })).status).toBe(200);
  });
});

describe('POST /api/sign by a member, with a production certificate', () => {
  it('200 signs with it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'revera-production-'));
    const authority = await createAuthority({ subject: 'CN=Signer, O=Example Verlag GmbH, C=DE' });
    await writeFile(join(folder, 'chain.pem'), authority.leaf.pem + authority.intermediate.pem);
    await writeFile(join(folder, 'key.pem'), privateKeyPem(authority.leaf), { mode: 0o600 });
    const settings = {
      SIGNING_CERTIFICATES_FILE: join(folder, 'chain.pem'),
      SIGNING_KEY_FILE: join(folder, 'key.pem'),
    };
    const production = await openTestServer({ signing: true, trustedRoots: [authority.rootPem], settings });
    try {
      const { session } = await production.createAccount();
      expect(await signOne(production.call, { path: PATH, session })).toMatchObject({ sandbox: false });
      expect(await lastJob(production)).toMatchObject({ input: { mode: 'live' } });
    } finally {
      await production.close();
      await rm(folder, { recursive: true });
    }
  });
});
