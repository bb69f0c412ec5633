import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode } from '../../shared/totp.ts';
import type { TestAccount } from '../../testing/test-accounts.ts';
import {
  ADMIN_TOKEN,
  openTestServer,
  type Call,
  type CallRoute,
  type TestServer,
} from '../../testing/test-services.ts';
import { letAuthenticationAge, outcomeOf } from '../../testing/test-team.ts';
import { decodeSecret } from '../../testing/test-access.ts';

const SUSPEND = '/v1/admin/organizations/{org_id}/suspend';
const RESTORE = '/v1/admin/organizations/{org_id}/restore';

let server: TestServer;
/** The same installation in production. */
let production: CallRoute;
let org_id: string;
beforeAll(async () => {
  server = await openTestServer();
  const { config } = server.services;
  production = server.variant({ services: { config: { ...config, environment: 'production' } } }).call;
  org_id = (await server.createAccount()).organizationId;
});
afterAll(() => server.close());

const json = { reason: 'abuse' };
const newAdministrator = (): Promise<TestAccount> => server.createAccount({ isAdmin: true });
async function suspendAndRestore(call: CallRoute, by: Call): Promise<string[]> {
  const given = { ...by, params: { org_id } };
  return [outcomeOf(await call('POST', SUSPEND, { ...given, json })), outcomeOf(await call('POST', RESTORE, given))];
}

describe('what an administrator changes by session', () => {
  it('takes a recent authentication, and reading does not', async () => {
    const administrator = await newAdministrator();
    const { session, password } = administrator;
    await letAuthenticationAge(server, administrator);
    const refusal = '403 SCOPE_DENIED reauthentication_required';
    expect(await suspendAndRestore(server.call, { session })).toEqual([refusal, refusal]);
    expect((await server.call('GET', '/v1/admin/organizations', { session })).status).toBe(200);
    await server.call('POST', '/v1/account/reauthenticate', { session, json: { password } });
    expect(await suspendAndRestore(server.call, { session })).toEqual(['200', '200']);
  });

  it('takes a second factor that is set up, in production, and the refusal says how', async () => {
    const { session } = await newAdministrator();
    const refusal = '403 SCOPE_DENIED second_factor_required';
    expect(await suspendAndRestore(production, { session })).toEqual([refusal, refusal]);
    const { body } = await production('POST', RESTORE, { session, params: { org_id } });
    expect(body).toMatchObject({ error: { details: { hint: expect.stringContaining('/v1/account/totp') as string } } });
    expect((await production('GET', '/v1/admin/organizations', { session })).status).toBe(200);
    const begun = await production('POST', '/v1/account/totp', { session });
    const code = totpCode(decodeSecret(begun), Math.floor(Date.now() / 30_000));
    expect((await production('POST', '/v1/account/totp/confirm', { session, json: { code } })).status).toBe(200);
    expect(await suspendAndRestore(production, { session })).toEqual(['200', '200']);
  });

  it('is nothing that the bearer token is asked for', async () => {
    expect(await suspendAndRestore(production, { key: ADMIN_TOKEN })).toEqual(['200', '200']);
  });
});
