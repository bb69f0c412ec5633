import { z } from 'zod';
import { AppError } from '../shared/app-error.ts';
import type { RouteAuth } from './guards.ts';
import { integerParameter } from './pagination.ts';
import type { PageRoute } from './page-route.ts';
import { defineRoute, type Route } from './route.ts';

export const basics = {
  summary: 'Test',
  description: 'For this test.',
  tags: ['Test'],
  rateLimit: 'none',
  errors: [],
} as const;

/** Answers the principal that the guard found. */
export function whoRoute(path: string, operationId: string, auth: RouteAuth): Route {
  return defineRoute({
    ...basics,
    method: 'GET',
    path,
    operationId,
    auth,
    responses: { 200: { description: 'Who calls', schema: z.object({ kind: z.string(), address: z.string() }) } },
    handler: (context) => ({ status: 200, body: { kind: context.principal.kind, address: context.address } }),
  });
}

/** The route with only its guard: it accepts any input, and does nothing. */
export function permissiveRoute(route: Route): Route {
  const names = Object.keys(route.params?.shape ?? {});
  return {
    ...route,
    params: names.length === 0 ? undefined : z.object(Object.fromEntries(names.map((name) => [name, z.string()]))),
    query: undefined,
    headers: undefined,
    body: undefined,
    multipart: undefined,
    rateLimit: 'none',
    responses: { 204: { description: 'Passed' } },
    handler: () => ({ status: 204, body: undefined }),
  };
}

/** The page with only its guard: it accepts any form, and does nothing. */
export function permissivePage({ method, path, auth }: PageRoute): PageRoute {
  return { method, path, auth, rateLimit: 'none', handler: () => ({ status: 204 }) };
}

export const testRoutes: readonly Route[] = [
  whoRoute('/anyone', 'anyone', { kind: 'none' }),
  whoRoute('/key', 'withKey', { kind: 'key', scope: 'content:verify' }),
  whoRoute('/maybe', 'maybeKey', { kind: 'optional_key', scope: 'jobs:read' }),
  whoRoute('/admin', 'withAdminToken', { kind: 'administrator' }),
  defineRoute({
    ...basics,
    method: 'POST',
    path: '/things/{id}',
    operationId: 'createThing',
    auth: { kind: 'none' },
    params: z.object({ id: z.string().regex(/^t_\d+$/) }),
    query: z.object({ n: integerParameter(z.int().min(1)).default(1) }),
    headers: z.object({ 'idempotency-key': z.string().max(5).optional() }),
    body: z.object({ name: z.string().max(10) }),
    responses: {
      201: {
        description: 'Made',
        schema: z.looseObject({ id: z.string() }),
        headers: { Location: { description: 'Where' } },
      },
    },
    handler: ({ params, query, headers, body }) => ({
      status: 201,
      headers: { location: `/things/${params.id}` },
      body: { id: params.id, n: query.n, name: body.name, key: headers['idempotency-key'] ?? null },
    }),
  }),
  defineRoute({
    ...basics,
    method: 'GET',
    path: '/fail/{how}',
    operationId: 'fail',
    auth: { kind: 'none' },
    errors: ['NOT_FOUND', 'JOB_TIMEOUT'],
    errorStatuses: { 410: ['NOT_FOUND'] },
    params: z.object({ how: z.string() }),
    responses: { 200: { description: 'never', schema: z.object({ a: z.string() }) } },
    handler: ({ params }) => {
      if (params.how === 'gone') throw new AppError('NOT_FOUND', { status: 410 });
      if (params.how === 'timeout') throw new AppError('JOB_TIMEOUT');
      if (params.how === 'undeclared') throw new AppError('CONFLICT');
      if (params.how === 'extra') return { status: 200, body: Object.assign({ a: 'x' }, { secret: 'kept as given' }) };
      throw new Error('the database password is hunter2');
    },
  }),
  defineRoute({
    ...basics,
    method: 'GET',
    path: '/raw',
    operationId: 'raw',
    auth: { kind: 'none' },
    responses: { 200: { description: 'Bytes', contentType: 'application/octet-stream' } },
    handler: () => ({ status: 200, headers: { 'content-type': 'image/png' }, body: new Uint8Array([1, 2, 3]) }),
  }),
  defineRoute({
    ...basics,
    method: 'GET',
    path: '/limited',
    operationId: 'limited',
    auth: { kind: 'optional_key', scope: 'content:verify' },
    rateLimit: 'api',
    responses: { 200: { description: 'ok', schema: z.object({}) } },
    handler: () => ({ status: 200, body: {} }),
  }),
];
