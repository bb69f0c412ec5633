import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOpen, mailedToken, NEW_PASSWORD, signInAs, sortedStatuses, tablesWith } from '../../testing/test-access.ts';
import type { TestAccount } from '../../testing/test-accounts.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { signOne } from '../../testing/test-signing.ts';
import {
  accept,
  auditOf,
  invite,
  letAuthenticationAge,
  mailsTo,
  newTeam,
  outcomeOf,
  rolesOf,
} from '../../testing/test-team.ts';
import { createAdministrator } from '../admin/index.ts';
import { sweepMails } from '../mail/index.ts';
import { planDeletion } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ signing: true });
});
afterAll(() => server.close());

const query = async (text: string, ...values: unknown[]) =>
  (await server.services.database.pool.query<Record<string, unknown>>(text, values)).rows;
const remove = ({ session }: Pick<TestAccount, 'session'>, credentials = 'keep') =>
  server.call('DELETE', '/v1/account', { session, query: `?credentials=${credentials}` });
const fatesOf = async ({ accountId }: TestAccount) =>
  (await planDeletion(server.services.database.db, accountId)).organizations
    .map(({ kind, fate }) => `${kind} ${fate}`)
    .toSorted();

/** Somebody with a name and a past: registered, renamed, invited, a member elsewhere, and with files that they signed. */
async function newPerson() {
  const email = `Ottilie.Vondermark.${Date.now()}@example.com`;
  const person = await server.createAccount({ email });
  const { session, accountId } = person;
  await server.call('PATCH', '/v1/account', { session, json: { name: 'Ottilie Vondermark' } });
  const { org_id, members } = await newTeam(server, 'Others');
  const { token } = await invite(server, { org_id, by: members.owner, email, role: 'developer' });
  await accept(server, person, token);
  const joined = { ...session, organizationId: org_id };
  await signOne(server.call, { path: '/api/sign', session: joined });
  const own = await signOne(server.call, { path: '/api/sign', session, fields: { organization: 'Atelier V' } });
  await server.call('POST', '/v1/auth/password/forgot', { json: { email } });
  await invite(server, { org_id, by: members.owner, email: `second.${email}` });
  const elsewhere = await newTeam(server, 'Elsewhere');
  await invite(server, { org_id: elsewhere.org_id, by: elsewhere.members.owner, email });
  const key = await server.call('POST', '/v1/dashboard/keys', {
    session: joined,
    json: { name: 'made by a developer' },
  });
  return { ...person, email, accountId, org_id, members, own, key: key.body as { id: string } };
}

describe('DELETE /v1/account', () => {
  it('204 leaves nothing of the person but the identifier, where somebody has to answer for what was done', async () => {
    const person = await newPerson();
    const changed = `new.${person.email}`;
    const { session } = person;
    await server.call('POST', '/v1/account/email', { session, json: { email: changed } });
    const link = await mailedToken(server, changed, 'confirm_new_email');
    await server.call('POST', '/v1/auth/email/change/confirm', { session, json: { token: link } });
    await server.call('PATCH', '/v1/account', { session, json: { name: 'Ottilie V. Vondermark' } });
    expect(await tablesWith(server, 'vondermark')).toEqual([
      'account',
      'account_token',
      'audit_log',
      'invitation',
      'mail',
      'organization',
    ]);
    const answer = await remove(person);
    expect([answer.status, String(answer.headers['set-cookie'])]).toEqual([204, expect.stringContaining('Max-Age=0')]);
    expect(await isOpen(server.call, session)).toBe(false);
    // The farewell waits for its worker, and names its recipient until it is sent. The other invitation is another person's.
    await query(`update mail set sent_at = now(), payload = null where template = 'account_deleted'`);
    await sweepMails(server.services.database.db, server.services.log);
    await query('delete from invitation where email like $1', 'second.%');
    await query(`delete from mail where recipient like 'second.%'`);
    await query(`update audit_log set details = '{}' where details->>'email' like 'second.%'`);
    expect(await tablesWith(server, 'vondermark')).toEqual([]);
    // What is left of the account: who did it, and the counters of requests, which go within a day.
    expect(await tablesWith(server, person.accountId)).toEqual(['audit_log', 'job', 'rate_limit']);
    expect(
      await query(`select address from audit_log where actor_id = $1 and address is not null`, person.accountId),
    ).toEqual([]);
    expect(
      await query(`select input->>'address' as address from job where input->>'account_id' = $1`, person.accountId),
    ).toEqual([{ address: '' }]);
  });

  it('204 closes what nobody else is in, leaves the rest, and tells both logs', async () => {
    const person = await newPerson();
    const cid = person.own.credential_id;
    const before = (await server.call('GET', '/v/{cid}', { params: { cid } })).body;
    expect(await fatesOf(person)).toEqual(['personal closes', 'team stays']);
    expect((await remove(person)).status).toBe(204);
    expect((await server.call('GET', '/v/{cid}', { params: { cid } })).body).toEqual(before);
    expect(
      await query('select closed_at is null as open, name from organization where id = $1', person.organizationId),
    ).toEqual([{ open: false, name: person.organizationId }]);
    expect(Object.keys(await rolesOf(server, person.org_id))).not.toContain(person.accountId);
    expect((await auditOf(server, person.org_id)).findLast(({ action }) => action === 'member.removed')).toMatchObject({
      actor_id: person.accountId,
      address: null,
      details: { role: 'developer', left: true, account_deleted: true, api_keys_made: [person.key.id] },
    });
    const own = await auditOf(server, person.organizationId);
    expect(own.map(({ action }) => action)).toEqual(expect.arrayContaining(['account.deleted', 'organization.closed']));
    expect((await mailsTo(server, person.email)).map(({ template }) => template)).toEqual(['account_deleted']);
  });

  it('204 with revoke withdraws what was signed for the organizations that close, and nothing of the others', async () => {
    const person = await newPerson();
    const [theirs] = await query('select id from credential where organization_id = $1', person.org_id);
    expect((await remove(person, 'revoke')).status).toBe(204);
    const statusOf = async (cid: unknown) =>
      (await server.call('GET', '/v/{cid}', { params: { cid: String(cid) } })).body;
    expect(await statusOf(person.own.credential_id)).toMatchObject({ status: 'revoked' });
    expect(await statusOf(theirs?.['id'])).toMatchObject({ status: 'active' });
  });

  it('204 frees the address, and whoever registers it again gets nothing of the old account', async () => {
    const person = await newPerson();
    const { email, password, org_id, organizationId } = person;
    expect((await remove(person)).status).toBe(204);
    expect(outcomeOf(await signInAs(server.call, { email, password }))).toBe('401 AUTH_REQUIRED wrong_credentials');
    await server.call('POST', '/v1/auth/register', { json: { email, password: NEW_PASSWORD } });
    const token = await mailedToken(server, email, 'verify_email');
    await server.call('POST', '/v1/auth/email/verify/confirm', { json: { token } });
    const [again] = await query('select id, name from account where email = $1', email);
    expect([again?.['id'] === person.accountId, again?.['name']]).toEqual([false, '']);
    const mine = await query('select organization_id from membership where account_id = $1', again?.['id']);
    expect(mine).toHaveLength(1);
    expect([org_id, organizationId]).not.toContain(mine[0]?.['organization_id']);
  });

  it('204 once: of two requests at the same moment one deletes, and later ones find no session', async () => {
    const person = await server.createAccount();
    expect(sortedStatuses(await Promise.all([remove(person), remove(person)]))).toEqual([204, 401]);
    expect(outcomeOf(await remove(person))).toBe('401 AUTH_REQUIRED');
    expect(
      await query(`select 1 from audit_log where action = 'account.deleted' and actor_id = $1`, person.accountId),
    ).toHaveLength(1);
  });

  it('204 touches neither mails nor invitations of somebody who has an earlier address of the person now', async () => {
    const person = await newPerson();
    const { session, email } = person;
    await server.call('POST', '/v1/account/email', { session, json: { email: `x.${email}` } });
    const token = await mailedToken(server, `x.${email}`, 'confirm_new_email');
    await server.call('POST', '/v1/auth/email/change/confirm', { session, json: { token } });
    const heir = await server.createAccount({ email });
    await server.call('POST', '/v1/auth/password/forgot', { json: { email } });
    expect((await remove(person)).status).toBe(204);
    expect((await mailsTo(server, email)).map(({ template }) => template)).toContain('reset_password');
    expect(await query('select 1 from invitation where email = $1', email)).not.toEqual([]);
    expect(await isOpen(server.call, heir.session)).toBe(true);
  });

  it('409 CONFLICT names the organizations that need another owner, and changes nothing', async () => {
    const { org_id, members } = await newTeam(server, 'Verwaist');
    const { owner, admin } = members;
    const answer = await remove(owner);
    expect([answer.status, answer.body]).toMatchObject([
      409,
      {
        error: {
          code: 'CONFLICT',
          details: { reason: 'last_owner', organizations: [{ id: org_id, name: 'Verwaist' }] },
        },
      },
    ]);
    expect(await isOpen(server.call, owner.session)).toBe(true);
    await query(
      `update membership set role = 'owner' where account_id = $1 and organization_id = $2`,
      admin.accountId,
      org_id,
    );
    expect((await remove(owner)).status).toBe(204);
    expect(await rolesOf(server, org_id)).toMatchObject({ [admin.accountId]: 'owner' });
  });

  it('409 CONFLICT for the last operator of the installation', async () => {
    await query('update account set is_admin = false');
    const [one, other] = [await server.createAccount({ isAdmin: true }), await server.createAccount({ isAdmin: true })];
    expect(sortedStatuses(await Promise.all([remove(one), remove(other)]))).toEqual([204, 409]);
    const left = (await isOpen(server.call, one.session)) ? one : other;
    expect(outcomeOf(await remove(left))).toBe('409 CONFLICT last_administrator');
    expect(await planDeletion(server.services.database.db, left.accountId)).toMatchObject({
      isLastAdministrator: true,
    });
  });

  it('403 SCOPE_DENIED without a recent password', async () => {
    const person = await server.createAccount();
    await letAuthenticationAge(server, person);
    expect(outcomeOf(await remove(person))).toBe('403 SCOPE_DENIED reauthentication_required');
  });

  it('422 for whoever does not say what becomes of the credentials', async () => {
    const { session } = await server.createAccount();
    expect((await server.call('DELETE', '/v1/account', { session })).status).toBe(422);
  });
});

describe('an organization that was closed with its account', () => {
  it('is never taken for the operator’s own, which a new administrator would get', async () => {
    const person = await server.createAccount();
    await query(
      `update organization set created_at = now() - interval '10 years' where id = $1`,
      person.organizationId,
    );
    await remove(person);
    const by = { actor: { kind: 'system', id: null } } as const;
    const made = await server.services.database.db
      .transaction()
      .execute((trx) => createAdministrator(trx, { email: 'operator@example.com', passwordHash: '', by }));
    expect(made?.organizations.map(({ id }) => id)).not.toContain(person.organizationId);
  });
});
