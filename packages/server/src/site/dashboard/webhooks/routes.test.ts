import { startWebhookReceiver, type WebhookReceiver } from '@revera/testkit/servers';
import { hostileTexts } from '@revera/testkit/sign';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Worker } from '../../../platform/queue/worker.ts';
import { until } from '../../../platform/test-process.ts';
import { markupProblems, openDashboard, textOf, traps, type TestDashboard } from '../../../testing/test-dashboard.ts';
import { openTestServer, type TestServer } from '../../../testing/test-services.ts';
import { newTeam } from '../../../testing/test-team.ts';
import { LOOPBACK_ALLOWED, senderOf } from '../../../testing/test-webhooks.ts';
import type { Seen, Visitor } from '../../../testing/test-visitor.ts';

const PAGE = '/en/dashboard/webhooks';
const SECRET = /whsec_[0-9A-Za-z+/=]+/;
const TOLD = { 'events.verification.completed': 'on' };

let server: TestServer;
let dashboard: TestDashboard;
let receiver: WebhookReceiver;
let sender: Worker;
beforeAll(async () => {
  server = await openTestServer({ settings: LOOPBACK_ALLOWED });
  dashboard = openDashboard(server);
  receiver = await startWebhookReceiver();
  sender = senderOf(server);
  await sender.start();
});
afterAll(async () => {
  await sender.stop({ graceMs: 0 });
  await server.close();
  await receiver.close();
});

/** Adds a webhook on the page; answers the page with its secret, and the address of its own page. */
async function add(visitor: Visitor, fields: Record<string, string>, list = PAGE) {
  const made = await visitor.submit(await visitor.open(list), 'create', fields);
  const path = /href="(\/en\/dashboard\/webhooks\/[^"]+)"/.exec(made.html)?.[1] ?? '';
  return { made, path: path.replaceAll('&amp;', '&') };
}

const newVisitor = async () => dashboard.visit(await server.createAccount());

describe('adding a webhook on a page', () => {
  it('shows its secret this once, and keeps it out of every other page', async () => {
    const visitor = await newVisitor();
    const list = await visitor.open(PAGE);
    expect([list.status, await markupProblems(list), textOf(list).includes('No webhooks yet.')]).toEqual([
      200,
      [],
      true,
    ]);
    const { made, path } = await add(visitor, { url: 'https://example.com/hook', ...TOLD });
    expect([made.status, made.headers['cache-control'], await markupProblems(made)]).toEqual([201, 'no-store', []]);
    expect(made.html).toMatch(SECRET);
    for (const page of [PAGE, path, '/en/dashboard/audit']) {
      const seen = await visitor.open(page);
      expect([seen.status, SECRET.test(seen.html), await markupProblems(seen)]).toEqual([200, false, []]);
    }
    expect(textOf(await visitor.open(PAGE))).toMatch(
      /https:\/\/example\.com\/hook Working Events it is told of 1 event /,
    );
  });

  it.each([
    ['no address', { url: '', ...TOLD }, 'create-url'],
    ['an address of this network', { url: 'https://10.0.0.1/', ...TOLD }, 'create-url'],
    ['what is no address', { url: 'javascript:alert(1)', ...TOLD }, 'create-url'],
    ['no event', { url: 'https://example.com/' }, 'create-events'],
  ])('422 for %s: the form again, with what was typed', async (_what, fields, place) => {
    const { made } = await add(await newVisitor(), fields);
    expect([made.status, await markupProblems(made)]).toEqual([422, []]);
    expect(made.html).toContain(`href="#${place}"`);
    expect(made.html).toMatch(/name="events\.signing\.completed"(?! checked)/);
  });

  it('409 when there are as many as there may be', async () => {
    const account = await server.createAccount();
    const visitor = dashboard.visit(account);
    for (let n = 0; n < 10; n++)
      expect((await add(visitor, { url: `https://example.com/${n}`, ...TOLD })).made.status).toBe(201);
    const { made } = await add(visitor, { url: 'https://example.com/more', ...TOLD });
    expect([made.status, made.html.includes('Delete one first')]).toEqual([409, true]);
  });
});

describe('the page of a webhook', () => {
  /** Sends a test event from the page, and answers the page once it was attempted. */
  async function tested(visitor: Visitor, path: string): Promise<Seen> {
    const sent = await visitor.submit(await visitor.open(path), 'test');
    expect([sent.status, sent.location.includes('done=webhook_tested')]).toEqual([303, true]);
    await until(async () => (await visitor.open(path)).html.includes('<strong>Attempt 1</strong>'));
    // Once more: that page may have read how the webhook does before the attempt was settled, and its attempts after.
    return visitor.open(path);
  }

  it('sends a test event that the secret verifies, shows what was answered, and sends it again', async () => {
    receiver.set({ kind: 'answer', status: 500, body: 'not now' });
    const visitor = await newVisitor();
    const { made, path } = await add(visitor, { url: `${receiver.url}/a`, ...TOLD });
    const secret = SECRET.exec(made.html)?.[0] ?? '';
    const page = await tested(visitor, path);
    expect(await markupProblems(page)).toEqual([]);
    expect(textOf(page)).toMatch(/Test event webhook\.test Pending .*answered 500.*not now/);
    expect(textOf(page)).toContain('Failing, being retried');
    const message = receiver.received.find(({ path: at }) => at === '/a');
    if (message === undefined) throw new Error('nothing was received');
    expect(new Webhook(secret).verify(message.body, message.headers)).toMatchObject({ type: 'webhook.test' });
    receiver.set({ kind: 'answer', status: 204, body: '' });
    const form = /<form id="(again-[^"]*)"/.exec(page.html)?.[1] ?? '';
    expect((await visitor.submit(page, form)).location).toContain('done=webhook_redelivered');
    await until(async () => textOf(await visitor.open(path)).includes('webhook.test Delivered'));
  });

  it('changes where it leads and what it is told of, disables and enables it', async () => {
    const visitor = await newVisitor();
    const { path } = await add(visitor, { url: 'https://example.com/old', ...TOLD });
    const changed = await visitor.submit(await visitor.open(path), 'change', {
      url: 'https://example.com/new',
      'events.order.created': 'on',
    });
    expect(changed.location).toContain('done=webhook_saved');
    const page = await visitor.open(path);
    expect(page.html).toMatch(/name="events\.order\.created" checked/);
    expect(page.html).not.toMatch(/name="events\.verification\.completed" checked/);
    expect((await visitor.submit(page, 'change', { url: 'http://169.254.169.254/', ...TOLD })).status).toBe(422);
    expect((await visitor.submit(page, 'switch')).location).toContain('done=webhook_disabled');
    const disabled = await visitor.open(path);
    expect([textOf(disabled).includes('Disabled'), disabled.html.includes('id="test"')]).toEqual([true, false]);
    // A page that was open before is told why.
    const late = await visitor.submit(page, 'test');
    expect([late.status, late.html.includes('This webhook is disabled')]).toEqual([409, true]);
    expect((await visitor.submit(disabled, 'switch')).location).toContain('done=webhook_enabled');
  });

  it('asks once more before a new secret and before deleting', async () => {
    const visitor = await newVisitor();
    const { made, path } = await add(visitor, { url: 'https://example.com/', ...TOLD });
    const asked = await visitor.open(path.replace(/(\?|$)/, '/rotate-secret$1'));
    expect([asked.status, await markupProblems(asked)]).toEqual([200, []]);
    const rotated = await visitor.submit(asked, 'confirm');
    expect([rotated.status, SECRET.exec(rotated.html)?.[0] !== SECRET.exec(made.html)?.[0]]).toEqual([201, true]);
    expect(textOf(await visitor.open(path))).toContain('Previous secret valid until');
    const gone = await visitor.submit(await visitor.open(path.replace(/(\?|$)/, '/delete$1')), 'confirm');
    expect(gone.location).toContain('done=webhook_deleted');
    expect((await visitor.open(path)).status).toBe(404);
  });

  it('404 for the webhook of another organization, whatever is asked of it', async () => {
    const { path } = await add(await newVisitor(), { url: 'https://example.com/', ...TOLD });
    const stranger = await newVisitor();
    const own = await stranger.open(PAGE);
    const csrf = /name="csrf_token" value="([^"]*)"/.exec(own.html)?.[1] ?? '';
    for (const section of ['', '/rotate-secret', '/delete']) {
      expect((await stranger.open(`${path}${section}`)).status).toBe(404);
      expect((await stranger.post(`${path}${section}`, { csrf_token: csrf, action: 'test' })).status).toBe(404);
    }
  });

  it.each(Object.entries(hostileTexts))('shows an answer that is hostile (%s) as text', async (_, text) => {
    const visitor = await newVisitor();
    const { path } = await add(visitor, { url: `${receiver.url}/h`, ...TOLD });
    receiver.set({ kind: 'answer', status: 500, body: text });
    const page = await tested(visitor, path);
    expect([await markupProblems(page), traps(page)]).toEqual([[], []]);
  });

  it('is read by developers, and not offered to those who see no webhooks', async () => {
    const { org_id, members } = await newTeam(server);
    const list = `${PAGE}?org=${org_id}`;
    const { path } = await add(dashboard.visit(members.developer), { url: 'https://example.com/', ...TOLD }, list);
    expect((await dashboard.visit(members.developer).open(path)).html).toContain('id="test"');
    const viewer = dashboard.visit(members.viewer);
    expect((await viewer.open(list)).status).toBe(403);
    expect((await viewer.open(`/en/dashboard?org=${org_id}`)).html).not.toContain('/webhooks');
  });
});
