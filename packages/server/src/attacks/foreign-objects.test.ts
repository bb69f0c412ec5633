import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../app.ts';
import { startSession } from '../features/sessions/index.ts';
import type { Route } from '../http/route.ts';
import { filePart, form } from '../http/test-app.ts';
import { sessionOf, type TestAccount, type TestSession } from '../testing/test-accounts.ts';
import { openPaymentServer, type PaymentServer } from '../testing/test-payments.ts';
import { outcomeOf } from '../testing/test-team.ts';
import { sampleInput } from './sample-input.ts';
import {
  createAttackers,
  createVictim,
  namesFor,
  PRIVATE_MARK,
  rowsOf,
  type Attacker,
  type Victim,
} from './two-organizations.ts';

/** What everybody may read by its identifier. */
const PUBLIC = new Set(['GET /v/{cid}', 'GET /v/{cid}/badge.svg']);

let server: PaymentServer;
let routes: Route[];
let victim: Victim;
let attackers: Attacker[];

beforeAll(async () => {
  server = await openPaymentServer({ signing: true });
  routes = allRoutes(server.services);
  victim = await createVictim(server);
  attackers = await createAttackers(server, newSession);
});
afterAll(() => server.close());

async function newSession({ accountId, organizationId }: TestAccount): Promise<TestSession> {
  const { db } = server.services.database;
  const { token } = await startSession(db, { accountId, userAgent: '', address: '127.0.0.1' });
  return { ...sessionOf(token), organizationId };
}

/** Whether a request to it can reach anything that is another's: it names an object, or acts for an organization. */
const reachesOthers = ({ auth, path, hidden }: Route) =>
  hidden !== true && (path.includes('{') || 'permission' in auth || auth.kind === 'administrator');

/** The names of the victim wherever a name is asked for, also in the body. */
function inputs(route: Route) {
  const { body, multipart } = route;
  const names = namesFor(victim, route.path);
  const text = (name: string): string => names[name] ?? 'developer';
  return {
    params: names,
    ...(body === undefined ? {} : { json: sampleInput(body, text) }),
    ...(multipart === undefined ? {} : { form: form([filePart('text', multipart.part)]) }),
  };
}

async function attack(route: Route, attacker: Attacker, names: boolean) {
  const session = await attacker.session?.();
  const { team } = victim;
  return server.call(route.method, route.path, {
    ...inputs(route),
    ...(attacker.key === undefined ? {} : { key: attacker.key }),
    ...(session === undefined ? {} : { session }),
    ...(names ? { headers: { 'x-organization-id': team.org_id } } : {}),
  });
}

describe('what belongs to another organization', () => {
  it('is neither read nor changed by anybody, whatever names of it they know', async () => {
    const before = await rowsOf(server, victim);
    expect(before.length).toBeGreaterThan(20);
    let requests = 0;
    for (const route of routes.filter(reachesOthers)) {
      for (const attacker of attackers) {
        for (const names of [false, true]) {
          const { status, body } = await attack(route, attacker, names);
          const name = `${route.method} ${route.path} by ${attacker.name}`;
          requests += 1;
          if (PUBLIC.has(`${route.method} ${route.path}`)) continue;
          const isRefused = status >= 400 && status < 500;
          expect([name, status, isRefused || !route.path.includes('{')]).toEqual([name, status, true]);
          expect([name, JSON.stringify(body ?? '').includes(PRIVATE_MARK)]).toEqual([name, false]);
        }
      }
    }
    console.info(`${requests} requests`);
    expect(await rowsOf(server, victim)).toEqual(before);
  }, 120_000);

  it('is named by the routes as its own people name it', async () => {
    const { session } = victim.team.members.billing;
    for (const [prefix, id] of Object.entries(victim.money.byPath)) {
      expect([prefix, routes.some(({ path }) => path.startsWith(`${prefix}{id}`))]).toEqual([prefix, true]);
      if (prefix.startsWith('/v1/admin/')) continue;
      const { status, body } = await server.call('GET', prefix.slice(0, -1), { session });
      expect([status, JSON.stringify(body).includes(id)]).toEqual([200, true]);
    }
  });

  it('is not paid back to others nor put on their invoices, in requests that are right otherwise', async () => {
    const before = await rowsOf(server, victim);
    const { orderId } = victim.money;
    const profile = { title_type: 'personal', title: 'Somebody else', email: 'else@example.com' };
    const requests: [string, object][] = [
      ['/v1/billing/refund-requests', { order_id: orderId, amount_minor: 1, reason: 'mine' }],
      ['/v1/billing/invoice-requests', { invoice_type: 'vat_normal', order_ids: [orderId], profile }],
    ];
    for (const [path, json] of requests) {
      const outcomes = new Set<string>();
      for (const attacker of attackers) {
        const session = await attacker.session?.();
        const { key } = attacker;
        const by = { ...(key === undefined ? {} : { key }), ...(session === undefined ? {} : { session }) };
        outcomes.add(outcomeOf(await server.call('POST', path, { json, ...by })).replace(/ billing:\w+$/, ''));
      }
      expect([path, [...outcomes].toSorted()]).toEqual([
        path,
        expect.arrayContaining(['404 PAYMENT_ORDER_NOT_FOUND']) as unknown,
      ]);
      expect([...outcomes].every((outcome) => outcome.startsWith('4'))).toBe(true);
    }
    expect(await rowsOf(server, victim)).toEqual(before);
  });
});
