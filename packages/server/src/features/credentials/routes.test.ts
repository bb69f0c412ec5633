import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixedClock } from '../../platform/clock.ts';
import { newId } from '../../shared/ids.ts';
import { letAuthenticationAge, outcomeOf } from '../../testing/test-team.ts';
import { openTestServer, type Answer, type Call, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { download, signOne, sweptTracesOf, tracesOf, verify } from '../../testing/test-signing.ts';
import type { CredentialResult } from './schemas.ts';

const RECORD = '/v1/content/credentials/{cid}';
const ASSET = `${RECORD}/asset`;
const VERBS = ['revoke', 'suspend', 'resume'] as const;
type Verb = (typeof VERBS)[number];
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let server: TestServer;
let mine: TestKey;

beforeAll(async () => {
  server = await openTestServer({ signing: true });
  mine = await server.createKey({
    scopes: ['content:sign', 'content:verify', 'credentials:read', 'credentials:revoke'],
  });
});
afterAll(() => server.close());

const newCredential = async () => (await signOne(server.call, { key: mine.key })).credential_id;
const read = async (cid: string) => (await server.call('GET', RECORD, { key: mine.key, params: { cid } })).body;
const change = (verb: Verb, cid: string, call: Call = {}): Promise<Answer> =>
  server.call('POST', `${RECORD}/${verb}`, { key: mine.key, params: { cid }, ...call });

async function auditOf(cid: string) {
  const { rows } = await server.services.database.pool.query<{ action: string }>(
    'select * from audit_log where target_id = $1 order by created_at, id',
    [cid],
  );
  return rows;
}

const actionsOf = async (cid: string) => (await auditOf(cid)).map(({ action }) => action);

/** The same service after the signing certificates have ended. */
function later() {
  const clock = fixedClock(new Date(server.services.clock.now().getTime() + 400 * 24 * 3_600_000));
  return server.variant({ services: { clock } });
}

describe('GET /v1/content/credentials/{cid}', () => {
  it('200 the whole record, and nothing else', async () => {
    const fields = { content_type: 'captured', organization: 'Verlag' };
    const signed = await signOne(server.call, { key: mine.key, fields });
    const { credential_id, verify_url, asset_url, sha256 } = signed;
    expect(await read(credential_id)).toEqual({
      credential_id,
      status: 'active',
      organization: 'Verlag',
      service_identity: 'Revera Development (not for production)',
      c2pa_trust_status: 'service_trusted',
      verify_url,
      asset_url,
      created_at: expect.stringMatching(TIME) as string,
      suspended_at: null,
      revoked_at: null,
      revocation_reason: null,
      content_type: 'captured',
      sha256,
      media_type: 'image/png',
      asset_size: (await download(server.call, mine.key, credential_id)).length,
      timestamp_present: false,
      sandbox: true,
      declared_organization: 'Verlag',
      filename: 'art.png',
      aigc_label_present: false,
      public_download: false,
    });
  });

  it('200 names the organization when none was declared', async () => {
    expect(await read(await newCredential())).toMatchObject({ organization: 'Test' });
  });

  it('200 expired after the end of its certificate, and not with a time stamp', async () => {
    const cid = await newCredential();
    const look = async () => (await later().call('GET', RECORD, { key: mine.key, params: { cid } })).body;
    expect(await look()).toMatchObject({ status: 'expired' });
    expect(await read(cid)).toMatchObject({ status: 'active' });
    await server.services.database.pool.query('update credential set timestamp_at = now() where id = $1', [cid]);
    expect(await look()).toMatchObject({ status: 'active', timestamp_present: true });
  });

  it.each(['cred_0000000000000000000000', '../../etc/passwd', '凭证', 'a\u0000b'])(
    '404 NOT_FOUND for %j',
    async (cid) => {
      const answer = await server.call('GET', RECORD, { key: mine.key, params: { cid } });
      expect([answer.status, answer.body]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }]);
    },
  );

  it('422 for an identifier too long', async () => {
    const answer = await server.call('GET', RECORD, { key: mine.key, params: { cid: 'c'.repeat(101) } });
    expect([answer.status, answer.body]).toMatchObject([422, { detail: [{ loc: ['path', 'cid'] }] }]);
  });
});

describe('POST /v1/content/credentials/{cid}/revoke', () => {
  it('403 SCOPE_DENIED by a session whose password was given long ago; suspending and resuming go on', async () => {
    const cid = await newCredential();
    const member = await server.createAccount({ organizationId: mine.organizationId });
    await letAuthenticationAge(server, member);
    const ask = (verb: string) =>
      server.call('POST', `/v1/content/credentials/{cid}/${verb}`, {
        session: member.session,
        params: { cid },
        json: {},
      });
    expect(outcomeOf(await ask('revoke'))).toBe('403 SCOPE_DENIED reauthentication_required');
    expect(await read(cid)).toMatchObject({ status: 'active' });
    expect([(await ask('suspend')).status, (await ask('resume')).status]).toEqual([200, 200]);
    await server.services.database.pool.query('update session set reauthenticated_at = now() where account_id = $1', [
      member.accountId,
    ]);
    expect((await ask('revoke')).status).toBe(200);
  });

  it('200 shows it at once, everywhere, and takes the file away', async () => {
    const cid = await newCredential();
    const bytes = await download(server.call, mine.key, cid);
    const before = await sweptTracesOf(server);
    const answer = await change('revoke', cid, { json: { reason: 'wrong person' } });
    const record = answer.body as CredentialResult;
    expect([answer.status, record]).toMatchObject([
      200,
      { credential_id: cid, status: 'revoked', revocation_reason: 'wrong person', suspended_at: null },
    ]);
    expect(record.revoked_at).toMatch(TIME);
    expect(await read(cid)).toEqual(record);
    expect((await server.call('GET', '/v/{cid}', { params: { cid } })).body).toMatchObject({ status: 'revoked' });
    expect((await server.call('GET', ASSET, { key: mine.key, params: { cid } })).status).toBe(410);
    expect(await verify(server.call, mine.key, bytes)).toMatchObject({
      credential_integrity_status: 'valid_and_bound',
      provenance_status: 'strong_evidence',
      service_credential: { credential_id: cid, status: 'revoked' },
    });
    const after = await sweptTracesOf(server);
    expect([after.objects, after.blobs.kept]).toEqual([before.objects - 1, before.blobs.kept - 1]);
  });

  it('200 again changes nothing, not even the reason, and is not logged', async () => {
    const cid = await newCredential();
    const first = await change('revoke', cid, { json: { reason: 'first' } });
    const second = await change('revoke', cid, { json: { reason: 'second' } });
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await actionsOf(cid)).toEqual(['credential.issued', 'credential.revoked']);
  });

  it('200 a suspended one, keeping since when it was', async () => {
    const cid = await newCredential();
    const { suspended_at } = (await change('suspend', cid)).body as CredentialResult;
    expect((await change('revoke', cid)).body).toMatchObject({
      status: 'revoked',
      suspended_at,
      revocation_reason: null,
    });
  });

  it('409 CONFLICT for one that has expired', async () => {
    const cid = await newCredential();
    const answer = await later().call('POST', `${RECORD}/revoke`, { key: mine.key, params: { cid } });
    expect([answer.status, answer.body]).toMatchObject([
      409,
      { error: { code: 'CONFLICT', details: { status: 'expired' } } },
    ]);
  });
});

describe('POST /v1/content/credentials/{cid}/suspend', () => {
  it('200 shows it at once and keeps the file', async () => {
    const cid = await newCredential();
    const bytes = await download(server.call, mine.key, cid);
    const { status, body } = await change('suspend', cid, { json: {} });
    const record = body as CredentialResult;
    expect([status, record]).toMatchObject([200, { status: 'suspended', revoked_at: null, revocation_reason: null }]);
    expect(record.suspended_at).toMatch(TIME);
    expect((await server.call('GET', '/v/{cid}', { params: { cid } })).body).toMatchObject({ status: 'suspended' });
    expect(await download(server.call, mine.key, cid)).toEqual(bytes);
    expect(await verify(server.call, mine.key, bytes)).toMatchObject({ service_credential: { status: 'suspended' } });
  });

  it('200 again keeps the time of the first', async () => {
    const cid = await newCredential();
    const first = await change('suspend', cid);
    expect((await change('suspend', cid, { json: { reason: 'again' } })).body).toEqual(first.body);
    expect(await actionsOf(cid)).toEqual(['credential.issued', 'credential.suspended']);
  });

  it('409 CONFLICT for one that is revoked or has expired', async () => {
    const cid = await newCredential();
    const expired = await later().call('POST', `${RECORD}/suspend`, { key: mine.key, params: { cid } });
    await change('revoke', cid);
    const revoked = await change('suspend', cid);
    expect([expired.body, revoked.body]).toMatchObject([
      { error: { code: 'CONFLICT', details: { status: 'expired' } } },
      { error: { code: 'CONFLICT', details: { status: 'revoked' } } },
    ]);
  });
});

describe('POST /v1/content/credentials/{cid}/resume', () => {
  it('200 ends a suspension, and leaves an active one as it is', async () => {
    const cid = await newCredential();
    const record = await read(cid);
    expect((await change('resume', cid)).body).toEqual(record);
    await change('suspend', cid);
    expect(await change('resume', cid)).toMatchObject({ status: 200, body: record });
    await change('suspend', cid);
    await change('resume', cid);
    const changes = ['suspended', 'resumed', 'suspended', 'resumed'].map((verb) => `credential.${verb}`);
    expect(await actionsOf(cid)).toEqual(['credential.issued', ...changes]);
  });

  it('200 one whose certificate ended meanwhile is expired then', async () => {
    const cid = await newCredential();
    await change('suspend', cid);
    const { call } = later();
    const ask = () => call('POST', `${RECORD}/resume`, { key: mine.key, params: { cid } });
    expect(await ask()).toMatchObject({ status: 200, body: { status: 'expired' } });
    expect(await ask()).toMatchObject({ status: 409, body: { error: { details: { status: 'expired' } } } });
  });

  it('409 CONFLICT for one that is revoked', async () => {
    const cid = await newCredential();
    await change('revoke', cid);
    const before = await tracesOf(server);
    const answer = await change('resume', cid);
    expect([answer.status, answer.body]).toMatchObject([
      409,
      { error: { code: 'CONFLICT', details: { status: 'revoked' } } },
    ]);
    expect(await tracesOf(server)).toEqual(before);
    expect(await read(cid)).toMatchObject({ status: 'revoked' });
  });
});

describe('the log of changes', () => {
  it('says who did what, why and from where', async () => {
    const cid = await newCredential();
    const answer = await change('suspend', cid, { json: { reason: 'being checked' }, address: '192.0.2.7' });
    await change('revoke', cid, { address: '192.0.2.8' });
    const by = {
      organization_id: mine.organizationId,
      actor_kind: 'api_key',
      actor_id: mine.id,
      target_kind: 'credential',
    };
    expect(await auditOf(cid)).toMatchObject([
      { ...by, action: 'credential.issued' },
      {
        ...by,
        action: 'credential.suspended',
        address: '192.0.2.7',
        request_id: answer.headers['x-request-id'],
        details: { reason: 'being checked' },
      },
      { ...by, action: 'credential.revoked', address: '192.0.2.8', details: {} },
    ]);
  });

  it('has one row for a change that several asked for at once', async () => {
    const cid = await newCredential();
    const answers = await Promise.all(Array.from({ length: 5 }, () => change('revoke', cid)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await actionsOf(cid)).toEqual(['credential.issued', 'credential.revoked']);
  });
});

describe.each(VERBS)(
  'POST /v1/content/credentials/{cid}/revoke, POST /v1/content/credentials/{cid}/suspend, POST /v1/content/credentials/{cid}/resume: %s',
  (verb) => {
    it('404 NOT_FOUND for what nobody has', async () => {
      for (const cid of [newId('credential'), 'x', 'a\u0000b']) {
        const answer = await change(verb, cid);
        expect([answer.status, answer.body]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }]);
      }
    });

    it('413 FILE_TOO_LARGE for a body beyond the limit', async () => {
      const { call } = server.variant({ limits: { jsonBodyBytes: 1_000 } });
      const cid = await newCredential();
      const json = { reason: 'x'.repeat(1_000) };
      const answer = await call('POST', `${RECORD}/${verb}`, { key: mine.key, params: { cid }, json });
      expect([answer.status, answer.body]).toMatchObject([413, { error: { code: 'FILE_TOO_LARGE' } }]);
      expect(await read(cid)).toMatchObject({ status: 'active' });
    });

    it.each([
      ['a reason too long', { reason: 'x'.repeat(501) }, ['body', 'reason']],
      ['a reason that is no text', { reason: 5 }, ['body', 'reason']],
      ['a reason that cannot be stored', { reason: 'a\u0000b' }, ['body', 'reason']],
      ['a list', [], ['body']],
    ])('422 for %s', async (_what, json, loc) => {
      const cid = await newCredential();
      const answer = await change(verb, cid, { json });
      expect([answer.status, answer.body]).toMatchObject([422, { detail: [{ loc }] }]);
      expect(await read(cid)).toMatchObject({ status: 'active' });
    });

    it('200 for a reason of 500 characters of any script', async () => {
      const answer = await change(verb, await newCredential(), { json: { reason: '因'.repeat(500) } });
      expect(answer.status).toBe(200);
    });

    it('403 SCOPE_DENIED for a key that may only read', async () => {
      const cid = await newCredential();
      const { key } = await server.createKey({ organizationId: mine.organizationId, scopes: ['credentials:read'] });
      const answer = await change(verb, cid, { key });
      expect([answer.status, answer.body]).toMatchObject([
        403,
        { error: { code: 'SCOPE_DENIED', details: { required_scope: 'credentials:revoke' } } },
      ]);
    });
  },
);
