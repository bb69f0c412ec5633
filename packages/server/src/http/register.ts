import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SentElsewhere, type Caller, type Endpoint, type EndpointServices } from './endpoint.ts';
import { CALLBACK_BODY_BYTES } from './raw-message.ts';
import { FormBody } from './form-fields.ts';
import { logCaller } from './log-caller.ts';
import { pageEndpoint, type PageServices } from './page-endpoint.ts';
import type { PageRoute } from './page-route.ts';
import { figuresOf } from '../platform/quota-store.ts';
import { QuotaExceeded, quotaHeaders } from './quota.ts';
import { decisionOf, rateLimitedError, rateLimitHeaders, takeRateLimit } from './rate-limit.ts';
import { createTokenGate } from './refused-tokens.ts';
import { routerPath } from './request-facts.ts';
import type { Route } from './route.ts';
import { routeEndpoint, type RouteServices } from './route-endpoint.ts';
import { createSharedTexts } from './shared-texts.ts';
import { receiveUpload, type Upload } from './upload.ts';

/** Everything that the application answers. */
export interface Endpoints {
  readonly routes: readonly Route[];
  readonly pages: readonly PageRoute[];
}

/**
 * Puts routes and pages on the application. Throws at start for a route with an incomplete description, or with an operation id
 * that is already in use.
 */
export function registerAll(
  app: FastifyInstance,
  { routes, pages }: Endpoints,
  services: RouteServices & PageServices,
): void {
  const texts = createSharedTexts();
  const registry = { services, texts, gate: createTokenGate(services) };
  refuseTwice(routes.map(({ operationId }) => operationId));
  const forRoutes = routes.map((route) => routeEndpoint(route, registry));
  const forPages = pages.map((page) => pageEndpoint(page, registry));
  const isJson = ({ takesForm, takesMessage }: (typeof forRoutes)[number]): boolean =>
    !takesForm && takesMessage !== true;
  for (const endpoint of forRoutes.filter(isJson)) register(app, endpoint, services);
  // In a scope of their own: only there are form bodies read.
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, new FormBody(String(body)));
    });
    for (const endpoint of forRoutes.filter(({ takesForm }) => takesForm)) register(scope, endpoint, services);
    for (const endpoint of forPages) register(scope, endpoint, services);
    return Promise.resolve();
  });
  registerMessages(
    app,
    forRoutes.filter(({ takesMessage }) => takesMessage === true),
    services,
  );
}

/** In a scope of their own, where a body of any type is bytes: gateways that are told of its type stop calling. */
function registerMessages(
  app: FastifyInstance,
  endpoints: readonly Endpoint<Caller, unknown>[],
  services: EndpointServices,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const bounds = { parseAs: 'buffer', bodyLimit: CALLBACK_BODY_BYTES } as const;
    scope.addContentTypeParser('*', bounds, (_request, body, done) => {
      done(null, body);
    });
    for (const endpoint of endpoints) register(scope, endpoint, services);
    return Promise.resolve();
  });
}

function refuseTwice(operationIds: readonly string[]): void {
  const seen = new Set<string>();
  for (const id of operationIds) {
    if (seen.has(id)) throw new Error(`operation id ${id} is used twice`);
    seen.add(id);
  }
}

function register<Who extends Caller, Answer>(
  app: FastifyInstance,
  endpoint: Endpoint<Who, Answer>,
  services: EndpointServices,
): void {
  const callers = new WeakMap<FastifyRequest, Who>();
  const { method, path, takesMessage = false, wholeNumbers = false } = endpoint;
  app.route({
    method,
    url: routerPath(path),
    config: { wholeNumbers },
    // A gateway that sends HEAD would take an answer without a body for one.
    exposeHeadRoute: !takesMessage,
    onRequest: async (request, reply) => {
      try {
        callers.set(request, await admit(endpoint, request, reply, services));
      } catch (error) {
        if (error instanceof SentElsewhere) return reply.code(303).headers(error.headers).send();
        throw error;
      }
    },
    preParsing: async (request, reply) => {
      endpoint.checkHeaders?.(request.headers);
      // A client that asked first sends its body only once the guards admit it.
      if (/^100-continue$/i.test(request.headers.expect ?? '')) reply.raw.writeContinue();
    },
    onError: async (request, _reply, error) => {
      endpoint.onError?.(error);
      const quota = callers.get(request)?.quota;
      if (quota?.kind === 'reserved') await services.releaseUnit(quota.jobId);
      // Only here: what refused the unit may have been undone with its transaction.
      if (error instanceof QuotaExceeded && !error.isTold) await services.tellOfRefusal(error);
    },
    handler: async (request, reply) => {
      const caller = callers.get(request);
      if (caller === undefined) throw new Error('the guard did not run');
      return endpoint.send(await work(endpoint, caller, request, reply, services), request, reply);
    },
  });
}

/** Refuses callers who may not use the endpoint, before a byte of the body is read. */
async function admit<Who extends Caller>(
  endpoint: Endpoint<Who, unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
  { rateLimits, limits, reserveMore }: EndpointServices,
): Promise<Who> {
  const who = await endpoint.identify(request);
  logCaller(request, who.principal);
  if (endpoint.rateLimit !== 'none') {
    const caller = { principal: who.principal, address: request.ip };
    const decision =
      who.counted === null
        ? await takeRateLimit(endpoint.rateLimit, caller, rateLimits, limits)
        : decisionOf(endpoint.rateLimit, who.counted, limits);
    reply.headers(rateLimitHeaders(decision));
    if (!decision.allowed) throw rateLimitedError(decision);
  }
  const { principal, quota: first } = who;
  // Only now: a request that its rate refuses buys nothing.
  const quota =
    first?.kind === 'used_up' && principal.kind === 'api_key'
      ? ((await reserveMore(principal.organizationId, first.operation)) ?? first)
      : first;
  if (quota !== undefined) reply.headers(quotaHeaders(figuresOf(quota)));
  if (quota?.kind === 'used_up' && principal.kind === 'api_key') {
    throw new QuotaExceeded(principal.organizationId, quota);
  }
  return quota === first ? who : { ...who, quota };
}

/** Runs the work; afterwards all uploads that it did not keep are deleted. */
async function work<Who extends Caller, Answer>(
  endpoint: Endpoint<Who, Answer>,
  caller: Who,
  request: FastifyRequest,
  reply: FastifyReply,
  { uploadDirectory: directory, uploadMemory: memory, limits }: EndpointServices,
): Promise<Answer> {
  const uploads: Upload<unknown>[] = [];
  const receive = async (): Promise<Upload<unknown>> => {
    const { multipart } = endpoint;
    if (multipart === undefined) throw new TypeError(`${endpoint.name} takes no files`);
    const { part: partName, policy, fields } = multipart;
    const storage = multipart.storage?.(request.headers) ?? 'file';
    const upload = await receiveUpload(request, { directory, memory, storage, partName, policy, fields, limits });
    uploads.push(upload);
    return upload;
  };
  try {
    return await endpoint.work({ request, reply, caller, receiveUpload: receive });
  } finally {
    for (const upload of uploads) await upload.dispose();
  }
}
