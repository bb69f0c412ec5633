import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newApiKey } from '../../shared/api-key-format.ts';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const PATH = '/v1/jobs/{jid}';

async function refuse(key: string, address: string, path = PATH): Promise<string> {
  const answer = await server.call('GET', path, { key, address, params: { jid: 'x' } });
  expect([answer.status, answer.body]).toMatchObject([401, { error: { code: 'INVALID_API_KEY' } }]);
  return String(answer.headers['x-request-id']);
}

async function rowsOf(action: string, organizationId: string | null) {
  const { rows } = await server.services.database.pool.query<object>(
    `select actor_kind, actor_id, target_kind, target_id, address, request_id, details from audit_log
     where action = $1 and organization_id is not distinct from $2 order by created_at, ctid`,
    [action, organizationId],
  );
  return rows;
}

const change = (text: string, id: string) => server.services.database.pool.query(text, [id]);

describe('the audit log', () => {
  it.each([
    ['revoked', 'update api_key set revoked_at = now() where id = $1'],
    ['expired', `update api_key set expires_at = now() - interval '1 second' where id = $1`],
  ])('401 has one row an hour of a key that is %s, for each address', async (reason, sql) => {
    const { id, key, organizationId } = await server.createKey();
    await change(sql, id);
    const request_id = await refuse(key, '192.0.2.1');
    for (let count = 0; count < 3; count += 1) await refuse(key, '192.0.2.1');
    const other = await refuse(key, '2001:db8::1');
    await refuse(key, '2001:db8::2');
    const row = { actor_kind: 'api_key', actor_id: id, target_kind: 'api_key', target_id: id, details: { reason } };
    expect(await rowsOf('api_key.refused', organizationId)).toEqual([
      { ...row, address: '192.0.2.1', request_id },
      { ...row, address: '2001:db8::1', request_id: other },
    ]);
  });

  it('401 has a bounded number of rows of one key, from however many addresses', async () => {
    const { id, key, organizationId } = await server.createKey();
    await change('update api_key set revoked_at = now() where id = $1', id);
    const { refusalRowsPerHour } = DEFAULT_LIMITS;
    for (let at = 1; at <= refusalRowsPerHour + 3; at += 1) await refuse(key, `198.51.100.${at}`);
    expect(await rowsOf('api_key.refused', organizationId)).toHaveLength(refusalRowsPerHour);
  });

  it('401 has nothing of a key that nobody has', async () => {
    const { organizationId } = await server.createKey();
    await refuse(newApiKey('live').key, '192.0.2.3');
    expect(await rowsOf('api_key.refused', organizationId)).toEqual([]);
    expect(await rowsOf('api_key.refused', null)).toEqual([]);
  });

  it('401 has one row an hour of wrong administrator tokens, for each address, and in no organization', async () => {
    const path = '/admin/c2pa/trust';
    const request_id = await refuse('guess', '192.0.2.4', path);
    await refuse('another', '192.0.2.4', path);
    const of = { actor_kind: 'admin_token', actor_id: null, target_kind: 'admin_token', target_id: null, details: {} };
    expect(await rowsOf('admin_token.refused', null)).toEqual([{ ...of, address: '192.0.2.4', request_id }]);
  });
});
