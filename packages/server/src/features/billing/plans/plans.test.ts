import { buildJpeg } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filePart, form } from '../../../http/test-app.ts';
import { newId } from '../../../shared/ids.ts';
import { openTestServer, type TestServer } from '../../../testing/test-services.ts';
import { UNREACHED_GATEWAY } from '../../../testing/test-epay.ts';
import { assignPlan, changeLimit, decodePlanFile, importPlans, listPlans, PlanFileError } from './index.ts';
import { readShippedPlans } from './ensure-plans.ts';

const BY = { actor: { kind: 'command', id: null } } as const;

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ settings: UNREACHED_GATEWAY });
});
afterAll(() => server.close());

const db = () => server.services.database.db;
const shipped = () => decodePlanFile(readShippedPlans());
const versions = async () => (await listPlans(db())).map(({ code, version }) => `${code} ${version}`);
const jpeg = form([filePart(Buffer.from(buildJpeg()), 'file', 'photo.jpg')]);
const limitSeen = async (key: string) => {
  const { headers } = await server.call('POST', '/v1/content/verify', { key, form: jpeg });
  return headers['quota-limit'];
};
const summary = async (key: string) => (await server.call('GET', '/v1/usage/summary', { key })).body;
const audits = async (action: string) => {
  const { rows } = await server.services.database.pool.query<{ details: unknown }>(
    'select details from audit_log where action = $1 order by created_at',
    [action],
  );
  return rows.map(({ details }) => details);
};

describe('the shipped plans', () => {
  it('are those of the contract, and stored where there is a gateway', async () => {
    expect(shipped().map((plan) => [plan.code, plan.price_fen, plan.included, plan.more_fen, plan.hidden])).toEqual([
      ['free', 0, { verification: 1_000, signing: 50, lab: 100 }, {}, false],
      [
        'starter',
        9_900,
        { verification: 20_000, signing: 2_000, lab: 2_000 },
        { verification: 800, signing: 5_000 },
        false,
      ],
      [
        'business',
        99_900,
        { verification: 300_000, signing: 30_000, lab: 30_000 },
        { verification: 500, signing: 3_000 },
        false,
      ],
      ['enterprise', null, { verification: null, signing: null, lab: null }, {}, true],
    ]);
    expect(await versions()).toEqual(['business 1', 'enterprise 1', 'free 1', 'starter 1']);
  });

  it('bound an organization that was given none by the first of them, in the calendar month', async () => {
    const { key } = await server.createKey({ mode: 'live', scopes: ['content:verify', 'usage:read'] });
    expect(await limitSeen(key)).toBe('1000');
    expect(await summary(key)).toMatchObject({
      plan: { code: 'free', version: 1, started_at: null },
      period: { start: expect.stringMatching(/-01T00:00:00.000Z$/) as unknown },
      operations: expect.arrayContaining([
        expect.objectContaining({ operation: 'signing', included: 50, used: 0, remaining: 50 }),
        expect.objectContaining({ operation: 'verification', included: 1_000, used: 1, remaining: 999 }),
        expect.objectContaining({ operation: 'label', included: null, remaining: null }),
      ]) as unknown,
    });
  });
});

describe('an import', () => {
  it('adds a version of what differs and nothing else, and writes one audit row', async () => {
    const actor = BY.actor;
    expect(await importPlans(db(), shipped(), actor)).toEqual([]);
    const { key } = await server.createKey({ mode: 'live', scopes: ['content:verify'] });
    const given = await server.createKey({ mode: 'live', scopes: ['content:verify'] });
    await assignPlan(db(), { organizationId: given.organizationId, code: 'starter' }, BY);
    const changed = shipped().map((plan) =>
      plan.code === 'free' || plan.code === 'starter' ? { ...plan, included: { verification: 7 } } : plan,
    );
    const added = await importPlans(db(), changed, actor);
    expect(added.map(({ code, version }) => `${code} ${version}`)).toEqual(['free 2', 'starter 2']);
    expect(await versions()).toEqual(['business 1', 'enterprise 1', 'free 2', 'starter 2']);
    expect((await audits('plans.imported')).at(-1)).toEqual({
      versions: [
        { code: 'free', version: 2 },
        { code: 'starter', version: 2 },
      ],
    });
    // Who was given a version keeps it.
    expect([await limitSeen(key), await limitSeen(given.key)]).toEqual(['7', '20000']);
    await importPlans(db(), shipped(), actor);
    expect(await limitSeen(key)).toBe('1000');
  });

  it.each([
    ['that is not JSON', '{', 'not JSON'],
    ['with an unknown member', edited((plan) => ({ ...plan, color: 'red' })), 'color'],
    ['with a price that is no whole number of fen', edited((plan) => ({ ...plan, price_fen: 0.5 })), 'price_fen'],
    ['with a negative amount', edited((plan) => ({ ...plan, included: { signing: -1 } })), 'included.signing'],
    ['with an unknown operation', edited((plan) => ({ ...plan, included: { flying: 1 } })), 'flying'],
    ['with a code twice', edited((plan) => ({ ...plan, code: 'starter' })), 'same code'],
    ['without the first plan', edited((plan) => ({ ...plan, code: 'gratis' })), 'no plan free'],
    ['with the code of having none', edited((plan) => ({ ...plan, code: 'unlimited' })), 'no plan'],
  ])('refuses a file %s', (_title, text, message) => {
    expect(() => decodePlanFile(text)).toThrow(PlanFileError);
    expect(() => decodePlanFile(text)).toThrow(message);
  });
});

/** The shipped file with another first plan. */
function edited(change: (plan: object) => object): string {
  const [first = {}, ...rest] = shipped();
  return JSON.stringify({ plans: [change(first), ...rest] });
}

describe('the operator', () => {
  it('raises one organization’s limit at once, with an audit row, and leaves it to the plan again', async () => {
    const { key, organizationId } = await server.createKey({ mode: 'live', scopes: ['content:verify'] });
    const change = (to: number | null | 'plan') =>
      changeLimit(db(), { organizationId, operation: 'verification', to }, BY);
    expect(await change(5_000)).toMatchObject([{ operation: 'verification', included: 5_000 }]);
    expect(await limitSeen(key)).toBe('5000');
    await change(null);
    expect(await limitSeen(key)).toBeUndefined();
    expect(await change('plan')).toEqual([]);
    expect(await limitSeen(key)).toBe('1000');
    expect(await audits('organization.limit_changed')).toEqual([
      { operation: 'verification', from: 'plan', to: 5_000 },
      { operation: 'verification', from: 5_000, to: null },
      { operation: 'verification', from: null, to: 'plan' },
    ]);
  });

  it('gives a plan, whose months begin on that day', async () => {
    const { key, organizationId } = await server.createKey({ mode: 'live', scopes: ['content:verify', 'usage:read'] });
    expect(await assignPlan(db(), { organizationId, code: 'business' }, BY)).toMatchObject({ code: 'business' });
    expect(await limitSeen(key)).toBe('300000');
    const { rows } = await server.services.database.pool.query<{ start: Date }>(
      `select date_trunc('day', started_at at time zone 'UTC') at time zone 'UTC' as start
       from organization_plan where organization_id = $1`,
      [organizationId],
    );
    expect(await summary(key)).toMatchObject({
      plan: { code: 'business', version: 1, started_at: expect.any(String) as unknown },
      period: { start: rows[0]?.start.toISOString() },
    });
    expect(await audits('organization.plan_changed')).toContainEqual({ code: 'business', version: 1 });
  });

  it('is told of an organization or a plan that does not exist', async () => {
    const { organizationId } = await server.createKey();
    const nobody = newId('organization');
    expect(await changeLimit(db(), { organizationId: nobody, operation: 'signing', to: 1 }, BY)).toBeUndefined();
    expect(await assignPlan(db(), { organizationId: nobody, code: 'free' }, BY)).toBe('no_organization');
    expect(await assignPlan(db(), { organizationId, code: 'golden' }, BY)).toBe('no_plan');
  });
});
