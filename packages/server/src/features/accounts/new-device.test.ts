import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInAs } from '../../testing/test-access.ts';
import { openTestServer, type CallRoute, type TestServer } from '../../testing/test-services.ts';
import { auditOf, mailsTo } from '../../testing/test-team.ts';

const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const UPDATED = 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

interface Person {
  email: string;
  password: string;
}

/** Somebody with an account who has never signed in. */
async function newPerson(): Promise<Person & { organizationId: string }> {
  const { accountId, email, password, organizationId } = await server.createAccount();
  await server.services.database.pool.query('delete from session where account_id = $1', [accountId]);
  return { email, password, organizationId };
}

async function signIn({ email, password }: Person, device: string, address: string, call: CallRoute = server.call) {
  const answer = await signInAs(call, { email, password }, { headers: { 'user-agent': device }, address });
  expect(answer.status).toBe(200);
}

const devicesTold = async ({ email }: Person) =>
  (await mailsTo(server, email)).filter(({ template }) => template === 'new_device').map(({ values }) => values);

describe('the mail about a new device', () => {
  it('is never sent about the first sign-in, and once about each new one after it', async () => {
    const person = await newPerson();
    await signIn(person, LAPTOP, '198.51.100.1');
    await signIn(person, LAPTOP, '198.51.100.1');
    expect(await devicesTold(person)).toEqual([]);
    await signIn(person, 'curl/8.1', '198.51.100.1');
    await signIn(person, LAPTOP, '198.51.100.2');
    await signIn(person, LAPTOP, '198.51.100.2');
    expect(await devicesTold(person)).toMatchObject([
      { device: 'curl/8.1', address: '198.51.100.1', link: 'http://127.0.0.1:8080/en/dashboard/sessions' },
      { device: LAPTOP, address: '198.51.100.2' },
    ]);
    const actions = (await auditOf(server, person.organizationId)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'account.signed_in')).toHaveLength(5);
  });

  it('is not sent about a browser that was updated, nor about another address of one IPv6 network', async () => {
    const person = await newPerson();
    await signIn(person, LAPTOP, '2001:db8:1:2::1');
    await signIn(person, UPDATED, '2001:db8:1:2:ffff::9');
    expect(await devicesTold(person)).toEqual([]);
  });

  it('is sent though all earlier sessions were forgotten', async () => {
    const person = await newPerson();
    await signIn(person, LAPTOP, '198.51.100.1');
    await server.services.database.pool.query(
      'delete from session using account where account.id = account_id and email = $1',
      [person.email],
    );
    await signIn(person, LAPTOP, '203.0.113.9');
    expect(await devicesTold(person)).toMatchObject([{ address: '203.0.113.9' }]);
  });

  it('is sent a bounded number of times a day', async () => {
    const { call } = server.variant({ limits: { newDeviceMailsPerDay: 2 } });
    const person = await newPerson();
    for (let host = 1; host <= 5; host += 1) await signIn(person, LAPTOP, `198.51.100.${host}`, call);
    expect(await devicesTold(person)).toHaveLength(2);
  });

  it('is not sent when nothing was opened', async () => {
    const person = await newPerson();
    await signIn(person, LAPTOP, '198.51.100.1');
    const wrong = { email: person.email, password: 'wrong' };
    expect((await signInAs(server.call, wrong, { address: '203.0.113.9' })).status).toBe(401);
    expect(await devicesTold(person)).toEqual([]);
  });
});
