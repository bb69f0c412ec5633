import { seededRandom, type SeededRandom } from '@revera/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../app.ts';
import type { Route } from '../http/route.ts';
import { fieldPart, filePart, form } from '../http/test-app.ts';
import { isScope, SCOPES } from '../shared/scopes.ts';
import type { TestAccount } from '../testing/test-accounts.ts';
import { ADMIN_TOKEN, openTestServer, type Call, type TestServer } from '../testing/test-services.ts';
import { newTeam } from '../testing/test-team.ts';
import { SEED, seedFor, TIMES } from './amount.ts';
import { encodeText, makeOdd, oddQuery, oddText } from './odd-values.ts';
import { sampleInput } from './sample-input.ts';

/** For each route; most of what they find is found early. */
const CASES = 12 * TIMES;

let server: TestServer;
let routes: Route[];
let key: string;

beforeAll(async () => {
  server = await openTestServer({ signing: true });
  routes = allRoutes(server.services).filter(({ hidden }) => hidden !== true);
  ({ key } = await server.createKey({ scopes: Object.keys(SCOPES).filter(isScope) }));
});
afterAll(() => server.close());

/** Somebody whom the guard lets pass, new for each route, because some routes end accounts and sessions. */
async function callerFor({ auth }: Route): Promise<{ given: Call; account: TestAccount | null }> {
  if (auth.kind === 'none') return { given: {}, account: null };
  if (auth.kind === 'administrator') return { given: { key: ADMIN_TOKEN }, account: null };
  if ('scope' in auth) return { given: { key }, account: null };
  const team = await newTeam(server);
  return { given: { session: team.members.owner.session }, account: team.members.owner };
}

function inputsOf(route: Route, account: TestAccount | null, random: SeededRandom): Call {
  const names: Record<string, string> = {
    org_id: account?.session.organizationId ?? '',
    account_id: account?.accountId ?? '',
  };
  const params = Object.keys(route.params?.shape ?? {}).map((name): [string, string] => [
    name,
    random.below(2) === 0 ? (names[name] ?? oddText(random)) : oddText(random),
  ]);
  const { query, headers, body, multipart } = route;
  const fields = Object.keys(multipart?.fields.shape ?? {});
  return {
    params: Object.fromEntries(
      params.map(([name, text]) => [name, text.slice(0, 500).replaceAll(/\p{Surrogate}/gu, '\ufffd')]),
    ),
    query: oddQuery(Object.keys(query?.shape ?? {}), random),
    headers: Object.fromEntries(
      Object.keys(headers?.shape ?? {}).map((name) => [name, encodeText(oddText(random)).slice(0, 2_000)]),
    ),
    ...(body === undefined
      ? {}
      : {
          json: makeOdd(
            sampleInput(body, () => 'developer'),
            random,
          ),
        }),
    ...(multipart === undefined ? {} : { form: oddForm(multipart.part, fields, random) }),
  };
}

function oddForm(part: string, fields: readonly string[], random: SeededRandom): Buffer {
  const texts = fields.flatMap((name) => (random.below(2) === 0 ? [] : [fieldPart(name, oddText(random))]));
  const name = random.below(5) === 0 ? 'other' : part;
  return form([...texts, filePart(Buffer.from(random.bytes(64)), name, encodeText(oddText(random)).slice(0, 200))]);
}

describe('odd values in everything that a route takes', () => {
  it(
    `are never the service’s own fault, and each answer is as documented (seed ${SEED})`,
    async () => {
      const statuses: Record<number, number> = {};
      for (const route of routes) {
        const name = `${route.method} ${route.path}`;
        const random = seededRandom(seedFor(name));
        const { given, account } = await callerFor(route);
        for (let number = 0; number < CASES; number++) {
          // `call` holds the answer against the description.
          const { status } = await server.call(route.method, route.path, {
            ...inputsOf(route, account, random),
            ...given,
          });
          // 503: no trust list can be fetched here.
          expect([name, number, status < 500 || status === 503]).toEqual([name, number, true]);
          statuses[status] = (statuses[status] ?? 0) + 1;
        }
      }
      console.info(JSON.stringify(statuses));
      const { rows } = await server.services.database.pool.query('select 1 from account where is_admin');
      expect(rows).toEqual([]);
    },
    120_000 + 20_000 * TIMES,
  );
});
