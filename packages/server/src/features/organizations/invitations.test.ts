import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../shared/ids.ts';
import { ROLES } from '../../shared/permissions.ts';
import { hashSecretToken } from '../../shared/session-token.ts';
import type { TestAccount } from '../../testing/test-accounts.ts';
import { openTestServer, type Call, type TestServer } from '../../testing/test-services.ts';
import type { InvitationResult } from './schemas.ts';
import {
  accept,
  auditOf,
  invite,
  letAuthenticationAge,
  mailsTo,
  newTeam,
  outcomeOf,
  rolesOf,
  suspend,
  tokenSentTo,
} from '../../testing/test-team.ts';

const SEND = '/v1/organizations/{org_id}/members';
const LIST = '/v1/organizations/{org_id}/invitations';
const ONE = '/v1/organizations/{org_id}/invitations/{invitation_id}';
const DAY_MS = 86_400_000;

let server: TestServer;
let serial = 0;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const newAddress = () => `guest-${(serial += 1)}@example.com`;
const send = (org_id: string, by: TestAccount, json: unknown, call: Call = {}) =>
  server.call('POST', SEND, { params: { org_id }, session: by.session, json, ...call });
const revoke = (org_id: string, by: TestAccount, invitation_id: string) =>
  server.call('DELETE', ONE, { params: { org_id, invitation_id }, session: by.session });
const query = (text: string, values: unknown[]) => server.services.database.pool.query(text, values);

/** One pair for each outcome; rules.test.ts judges all of them. */
const BY_ROLE = [
  ['owner', 'owner', undefined],
  ['admin', 'developer', undefined],
  ['admin', 'owner', '403 SCOPE_DENIED above_own_role'],
  ['developer', 'viewer', '403 SCOPE_DENIED members:manage'],
] as const;

describe('POST /v1/organizations/{org_id}/members', () => {
  it.each(ROLES)('403 SCOPE_DENIED for an invitation as %s when the password was given long ago', async (role) => {
    const { org_id, members } = await newTeam(server);
    await letAuthenticationAge(server, members.owner);
    const email = newAddress();
    const answer = await send(org_id, members.owner, { email, role });
    expect(outcomeOf(answer)).toBe('403 SCOPE_DENIED reauthentication_required');
    expect(await mailsTo(server, email)).toEqual([]);
  });

  it('201 sends a link that works for seven days, and keeps only its digest', async () => {
    const { org_id, members } = await newTeam(server, 'Verlag');
    const email = newAddress();
    const answer = await send(org_id, members.admin, { email, role: 'developer' });
    const invitation = answer.body as InvitationResult;
    expect([answer.status, invitation]).toEqual([
      201,
      {
        id: expect.stringMatching(/^ivt_[0-9A-Za-z]{22}$/) as string,
        email,
        role: 'developer',
        invited_by: members.admin.accountId,
        created_at: expect.any(String) as string,
        expires_at: expect.any(String) as string,
      },
    ]);
    expect(Date.parse(invitation.expires_at) - Date.parse(invitation.created_at)).toBe(7 * DAY_MS);
    const token = await tokenSentTo(server, email);
    const origin = 'http://127.0.0.1:8080';
    expect(await mailsTo(server, email)).toEqual([
      {
        template: 'invitation',
        language: 'en',
        values: {
          link: `${origin}/en/invitation?token=${token}`,
          organization: 'Verlag',
          inviter: members.admin.email,
          role: 'developer',
        },
      },
    ]);
    const { rows } = await query('select * from invitation where id = $1', [invitation.id]);
    expect(rows).toMatchObject([{ token_sha256: hashSecretToken(token) }]);
    const audit = await auditOf(server, org_id);
    expect(audit.at(-1)).toMatchObject({
      action: 'member.invited',
      actor_id: members.admin.accountId,
      target_id: invitation.id,
      details: { email, role: 'developer' },
    });
    expect(JSON.stringify([rows, audit, answer])).not.toContain(token);
  });

  it('201 in the language of the inviter, who is named as they call themselves', async () => {
    const { org_id, members } = await newTeam(server, '出版社');
    await query(`update account set name = '王小明' where id = $1`, [members.owner.accountId]);
    const email = newAddress();
    await send(org_id, members.owner, { email, role: 'viewer' }, { headers: { 'accept-language': 'zh-CN' } });
    const [mail] = await mailsTo(server, email);
    expect(mail).toMatchObject({ language: 'zh-CN', values: { inviter: '王小明', organization: '出版社' } });
    expect(mail?.values['link']).toContain('/zh-cn/invitation?token=');
  });

  it('201 alike for an address that has an account and one that has none', async () => {
    const { org_id, members } = await newTeam(server);
    const known = await server.createAccount();
    const addresses = [known.email, newAddress()];
    const answers = [];
    for (const email of addresses) {
      const { status, headers, body } = await send(org_id, members.owner, { email, role: 'viewer' });
      answers.push([
        status,
        Object.keys(headers).toSorted(),
        Object.keys(body as object),
        (await mailsTo(server, email)).length,
      ]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(known.accountId in (await rolesOf(server, org_id))).toBe(false);
  });

  it('201 replaces what is open for the address, whatever its case', async () => {
    const { org_id, members } = await newTeam(server);
    const guest = await server.createAccount();
    const first = await invite(server, { org_id, by: members.owner, email: guest.email });
    const shouted = guest.email.toUpperCase();
    const second = await invite(server, { org_id, by: members.admin, email: shouted, role: 'billing' });
    expect(second.id).not.toBe(first.id);
    expect((await auditOf(server, org_id)).at(-1)).toMatchObject({ details: { replaces: first.id } });
    expect(outcomeOf(await accept(server, guest, first.token))).toBe('409 CONFLICT token_invalid');
    const { body } = await accept(server, guest, second.token);
    expect(body).toMatchObject({ id: org_id, role: 'billing' });
  });

  it('201 one open invitation after several at the same time', async () => {
    const { org_id, members } = await newTeam(server);
    const email = newAddress();
    const all = await Promise.all([1, 2, 3, 4].map(() => send(org_id, members.owner, { email, role: 'viewer' })));
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const open = await query(
      'select from invitation where organization_id = $1 and accepted_at is null and revoked_at is null',
      [org_id],
    );
    expect(open.rowCount).toBe(1);
  });

  it.each(BY_ROLE)('403 SCOPE_DENIED or 201 by role: %s invites as %s', async (actor, role, refusal) => {
    const { org_id, members } = await newTeam(server);
    const answer = await send(org_id, members[actor], { email: newAddress(), role });
    expect(outcomeOf(answer)).toBe(refusal ?? '201');
  });

  it('403 SCOPE_DENIED for an admin who would replace the invitation of an owner', async () => {
    const { org_id, members } = await newTeam(server);
    const guest = await server.createAccount();
    const { token } = await invite(server, { org_id, by: members.owner, email: guest.email, role: 'owner' });
    const answer = await send(org_id, members.admin, { email: guest.email, role: 'viewer' });
    expect(outcomeOf(answer)).toBe('403 SCOPE_DENIED above_own_role');
    expect((await accept(server, guest, token)).body).toMatchObject({ role: 'owner' });
  });

  it('403 ACCOUNT_EMAIL_NOT_VERIFIED before the own address is confirmed', async () => {
    const { org_id } = await newTeam(server);
    const by = await server.createAccount({ organizationId: org_id, role: 'owner', verified: false });
    const answer = await send(org_id, by, { email: newAddress(), role: 'viewer' });
    expect(outcomeOf(answer)).toBe('403 ACCOUNT_EMAIL_NOT_VERIFIED');
  });

  it('403 WORKSPACE_SUSPENDED while it is suspended', async () => {
    const { org_id, members } = await newTeam(server);
    await suspend(server, org_id);
    const answer = await send(org_id, members.owner, { email: newAddress(), role: 'viewer' });
    expect(outcomeOf(answer)).toBe('403 WORKSPACE_SUSPENDED');
  });

  it('404 NOT_FOUND for whoever is no member', async () => {
    const { org_id } = await newTeam(server);
    const by = await server.createAccount();
    expect(outcomeOf(await send(org_id, by, { email: newAddress(), role: 'viewer' }))).toBe('404 NOT_FOUND');
  });

  it('409 CONFLICT for a member, in any case, and for a personal organization', async () => {
    const { org_id, members } = await newTeam(server);
    const { owner, viewer } = members;
    const again = await send(org_id, owner, { email: viewer.email.toUpperCase(), role: 'admin' });
    expect(outcomeOf(again)).toBe('409 CONFLICT already_member');
    const email = newAddress();
    const personal = await send(owner.organizationId, owner, { email, role: 'viewer' });
    expect(outcomeOf(personal)).toBe('409 CONFLICT personal_organization');
    expect(await mailsTo(server, email)).toEqual([]);
  });

  it.each([
    'nobody',
    '@example.com',
    'a@b',
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com,b@example.com',
    'A <a@example.com>',
    'a\u0000@example.com',
    `${'a'.repeat(250)}@example.com`,
    '',
    null,
  ])('422 for the address %j', async (email) => {
    const { organizationId, session } = await server.createAccount();
    const call = { params: { org_id: organizationId }, session, json: { email, role: 'viewer' } };
    expect((await server.call('POST', SEND, call)).status).toBe(422);
  });

  it.each(['root', '', null, undefined])('422 for the role %j', async (role) => {
    const { organizationId, session } = await server.createAccount();
    const call = { params: { org_id: organizationId }, session, json: { email: newAddress(), role } };
    expect((await server.call('POST', SEND, call)).status).toBe(422);
  });

  it('429 RATE_LIMITED after so many from one account, in all its organizations', async () => {
    const { call } = server.variant({ limits: { invitationsPerHour: 2 } });
    const [one, two] = [await newTeam(server), await newTeam(server)];
    const by = one.members.owner;
    await query(`insert into membership (organization_id, account_id, role) values ($1, $2, 'owner')`, [
      two.org_id,
      by.accountId,
    ]);
    const outcomes = [];
    for (const org_id of [one.org_id, two.org_id, one.org_id, two.org_id]) {
      const json = { email: newAddress(), role: 'viewer' };
      outcomes.push(outcomeOf(await call('POST', SEND, { params: { org_id }, session: by.session, json })));
    }
    expect(outcomes).toEqual(['201', '201', '429 RATE_LIMITED', '429 RATE_LIMITED']);
  });
});

describe('GET /v1/organizations/{org_id}/invitations', () => {
  it.each(ROLES)('200 for the %s: the open ones, newest first, without their tokens', async (role) => {
    const { org_id, members } = await newTeam(server);
    const guest = await server.createAccount();
    const by = members.owner;
    const { token } = await invite(server, { org_id, by, email: guest.email });
    await accept(server, guest, token);
    const revoked = await invite(server, { org_id, by, email: newAddress() });
    await revoke(org_id, by, revoked.id);
    const [late, open] = [
      await invite(server, { org_id, by, email: newAddress() }),
      await invite(server, { org_id, by, email: newAddress(), role: 'owner' }),
    ];
    await query(`update invitation set expires_at = now() - interval '1 second' where id = $1`, [late.id]);
    const answer = await server.call('GET', LIST, { params: { org_id }, session: members[role].session });
    const { data, ...rest } = answer.body as { data: InvitationResult[] };
    expect([answer.status, rest]).toEqual([200, { pagination: { limit: 20, offset: 0 }, total: 2 }]);
    const { token: secret, ...shown } = open;
    expect(data[0]).toEqual(shown);
    expect(data.map(({ id }) => id)).toEqual([open.id, late.id]);
    expect(JSON.stringify(data)).not.toContain(secret);
  });

  it('404 NOT_FOUND for whoever is no member', async () => {
    const { org_id } = await newTeam(server);
    const { session } = await server.createAccount();
    expect(outcomeOf(await server.call('GET', LIST, { params: { org_id }, session }))).toBe('404 NOT_FOUND');
  });
});

describe('DELETE /v1/organizations/{org_id}/invitations/{invitation_id}', () => {
  it('204 ends the link, once, and says so in the audit log', async () => {
    const { org_id, members } = await newTeam(server);
    const guest = await server.createAccount();
    const { id, token } = await invite(server, { org_id, by: members.owner, email: guest.email });
    expect((await revoke(org_id, members.admin, id)).status).toBe(204);
    expect(outcomeOf(await accept(server, guest, token))).toBe('409 CONFLICT token_invalid');
    expect(outcomeOf(await revoke(org_id, members.admin, id))).toBe('404 NOT_FOUND');
    expect((await auditOf(server, org_id)).at(-1)).toMatchObject({
      action: 'invitation.revoked',
      actor_id: members.admin.accountId,
      target_id: id,
      details: { email: guest.email, role: 'viewer' },
    });
  });

  it.each(BY_ROLE)('403 SCOPE_DENIED or 204 by role: %s revokes an invitation as %s', async (actor, role, refusal) => {
    const { org_id, members } = await newTeam(server);
    const { id } = await invite(server, { org_id, by: members.owner, email: newAddress(), role });
    expect(outcomeOf(await revoke(org_id, members[actor], id))).toBe(refusal ?? '204');
  });

  it('403 ACCOUNT_EMAIL_NOT_VERIFIED before the own address is confirmed', async () => {
    const { org_id, members } = await newTeam(server);
    const { id } = await invite(server, { org_id, by: members.owner, email: newAddress() });
    const by = await server.createAccount({ organizationId: org_id, role: 'admin', verified: false });
    expect(outcomeOf(await revoke(org_id, by, id))).toBe('403 ACCOUNT_EMAIL_NOT_VERIFIED');
  });

  it('403 WORKSPACE_SUSPENDED while it is suspended', async () => {
    const { org_id, members } = await newTeam(server);
    const { id } = await invite(server, { org_id, by: members.owner, email: newAddress() });
    await suspend(server, org_id);
    expect(outcomeOf(await revoke(org_id, members.owner, id))).toBe('403 WORKSPACE_SUSPENDED');
  });

  it('404 NOT_FOUND for what is no open invitation of the organization', async () => {
    const [mine, other] = [await newTeam(server), await newTeam(server)];
    const theirs = await invite(server, { org_id: other.org_id, by: other.members.owner, email: newAddress() });
    for (const id of [theirs.id, newId('invitation'), 'absent', 'a\u0000b']) {
      expect(outcomeOf(await revoke(mine.org_id, mine.members.owner, id))).toBe('404 NOT_FOUND');
    }
    const open = await query('select from invitation where id = $1 and revoked_at is null', [theirs.id]);
    expect(open.rowCount).toBe(1);
  });
});
