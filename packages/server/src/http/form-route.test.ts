import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SESSION_COOKIE } from '../shared/session-token.ts';
import { defineRoute, type Route } from './route.ts';
import { createTestApp } from './test-app.ts';
import { basics } from './test-routes.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** As a payment gateway tells of an order: fields in a form, from its own server, answered in plain text. */
function notifyRoute(auth: Route['auth'] = { kind: 'none' }): Route {
  return defineRoute({
    ...basics,
    method: 'POST',
    path: '/v1/notify/{gateway}',
    operationId: 'notify',
    auth,
    bodyType: 'form',
    params: z.object({ gateway: z.string() }),
    body: z.object({ out_trade_no: z.string().max(20), money: z.string().regex(/^\d+\.\d\d$/) }),
    responses: { 200: { description: 'Taken', contentType: 'text/plain' } },
    handler: ({ body, principal }) => ({ status: 200, body: `${principal.kind} ${body.out_trade_no} ${body.money}` }),
  });
}

describe('a route that takes a form', () => {
  const post = { method: 'POST', url: '/v1/notify/epay' } as const;

  it('200: takes it from any origin, and a session that comes with it counts for nothing', async () => {
    const { app, addSession } = await createTestApp([notifyRoute()]);
    const headers = {
      ...FORM,
      origin: 'https://pay.example',
      'sec-fetch-site': 'cross-site',
      cookie: `${SESSION_COOKIE}=${addSession({})}`,
    };
    const answer = await app.inject({ ...post, headers, payload: 'out_trade_no=7&money=1.00&sign=x&out_trade_no=8' });
    expect([answer.statusCode, answer.body]).toEqual([200, 'anonymous 7 1.00']);
  });

  it.each([
    ['a field that is wrong', FORM, 'out_trade_no=7&money=1'],
    ['no body', FORM, ''],
    ['JSON', { 'content-type': 'application/json' }, '{"out_trade_no":"7","money":"1.00"}'.replace('"7"', '7')],
    ['XML', { 'content-type': 'text/xml' }, '<xml/>'],
  ])('422: %s', async (_what, headers, payload) => {
    const { app, breaches } = await createTestApp([notifyRoute()]);
    const answer = await app.inject({ ...post, headers, payload });
    expect([answer.statusCode, breaches]).toEqual([422, []]);
  });

  it('cannot be declared with a guard: a browser can be made to send a form with its cookie', async () => {
    await expect(createTestApp([notifyRoute({ kind: 'session' })])).rejects.toThrow('a form has no guard');
  });
});
