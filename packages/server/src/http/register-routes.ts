import { isDeepStrictEqual } from 'node:util';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../shared/app-error.ts';
import { chooseLanguage } from '../shared/language.ts';
import type { ServerLimits } from '../shared/limits.ts';
import type { Principal } from '../shared/principal.ts';
import { ValidationFailure, type ValidationProblem } from '../shared/validation-failure.ts';
import { prefersHtml } from './accept.ts';
import { clientSignal } from './client-closed.ts';
import { identifyCaller, type IdentityServices } from './identify-caller.ts';
import { logCaller } from './log-caller.ts';
import { rateLimitedError, rateLimitHeaders, type RateLimitStore, takeRateLimit, takeUpTo } from './rate-limit.ts';
import { createTokenGate, type TokenGate } from './refused-tokens.ts';
import { routerPath, USER_AGENT_CHARACTERS } from './request-facts.ts';
import { requestIdOf } from './request-id.ts';
import {
  errorCodesOf,
  type RawBody,
  type ResponseSpec,
  type Route,
  type RouteAnswer,
  type RouteContext,
} from './route.ts';
import { createSharedTexts, isForEverybody, sendShared, type SharedTexts } from './shared-texts.ts';
import { receiveUpload, type Upload } from './upload.ts';
import { hasMultipartBoundary } from './upload-errors.ts';
import { type InputPlace, problemsOfZodError } from './validation-error.ts';

/** What every route needs around its handler. */
export interface RouteServices extends IdentityServices {
  readonly rateLimits: RateLimitStore;
  readonly limits: ServerLimits;
  /** The private directory of uploads in progress. */
  readonly uploadDirectory: string;
  /** Milliseconds of a clock that is never set. */
  readonly now: () => number;
  /**
   * When given, every answer is compared with its description and every difference reported here: an undeclared status,
   * error code or member. For tests; production sends answers as they are.
   */
  readonly onContractBreach?: (breach: string) => void;
}

const JSON_TYPE = 'application/json; charset=utf-8';

function checkDescription(route: Route): void {
  const name = `${route.method} ${route.path}`;
  if (!/^[a-z][A-Za-z0-9]*$/.test(route.operationId)) throw new Error(`${name}: the operation id is not camelCase`);
  if ([route.summary, route.description, ...route.tags].some((text) => text.trim() === '') || route.tags.length === 0) {
    throw new Error(`${name}: summary, description and tags must not be empty`);
  }
  if (Object.keys(route.responses).length === 0) throw new Error(`${name}: no response is described`);
  if (route.body !== undefined && route.multipart !== undefined) throw new Error(`${name}: two kinds of body`);
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').toSorted();
  const declared = Object.keys(route.params?.shape ?? {}).toSorted();
  if (!isDeepStrictEqual(inPath, declared)) throw new Error(`${name}: path parameters and their schema differ`);
}

/** Parses every declared input and reports all problems together. */
function parseInputs(
  route: Route,
  request: FastifyRequest,
): Pick<RouteContext, 'params' | 'query' | 'headers' | 'body'> {
  const problems: ValidationProblem[] = [];
  const parse = (schema: z.ZodType | undefined, input: unknown, place: InputPlace): unknown => {
    if (schema === undefined) return undefined;
    const result = schema.safeParse(input);
    if (result.success) return result.data;
    problems.push(...problemsOfZodError(result.error, input, place));
    return undefined;
  };
  const inputs = {
    params: parse(route.params, request.params, 'path'),
    query: parse(route.query, request.query, 'query'),
    headers: parse(route.headers, request.headers, 'header'),
    body: parse(route.body, request.body, 'body'),
  };
  if (problems.length > 0) throw new ValidationFailure(problems);
  return inputs;
}

function checkAnswer(route: Route, answer: RouteAnswer, spec: ResponseSpec | undefined): string | undefined {
  const name = `${route.operationId}: answer ${answer.status}`;
  if (spec === undefined) return `${name} is not described`;
  if (answer.instead !== undefined) {
    const [type = ''] = answer.instead.contentType.split(';', 1);
    return spec.others?.includes(type) === true ? undefined : `${name} is of a type that is not described: ${type}`;
  }
  // What is written piece by piece nobody has as a whole here: tests read the text that was sent.
  if (spec.schema === undefined || spec.streamed === true) return undefined;
  const sent: unknown = JSON.parse(JSON.stringify(answer.body));
  const parsed = spec.schema.safeParse(sent);
  if (!parsed.success) return `${name} does not fit its schema: ${parsed.error.message}`;
  const described: unknown = JSON.parse(JSON.stringify(parsed.data));
  return isDeepStrictEqual(described, sent) ? undefined : `${name} has members that its schema does not describe`;
}

async function sendAnswer(
  route: Route,
  answer: RouteAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
  services: RouteServices,
  texts: SharedTexts,
): Promise<FastifyReply> {
  const spec = route.responses[answer.status];
  const breach = services.onContractBreach === undefined ? undefined : checkAnswer(route, answer, spec);
  if (breach !== undefined) services.onContractBreach?.(breach);
  reply.code(answer.status);
  if (answer.instead !== undefined) {
    const { contentType, content } = answer.instead;
    return sendBody(reply.type(contentType).headers(answer.headers ?? {}), content);
  }
  if (spec?.schema !== undefined && spec.streamed !== true) {
    reply.type(spec.contentType ?? JSON_TYPE).headers(answer.headers ?? {});
    const text = (): string => JSON.stringify(answer.body);
    if (answer.status !== 200 || !isForEverybody(answer.headers)) return reply.send(text());
    return await sendShared(texts.of(answer, text), [], request, reply);
  }
  if (spec?.streamed === true) reply.type(JSON_TYPE);
  if (spec?.contentType !== undefined) reply.type(spec.contentType);
  reply.headers(answer.headers ?? {});
  const { body } = answer;
  if (body === undefined || typeof body === 'string' || body instanceof Readable || body instanceof Uint8Array) {
    return sendBody(reply, body);
  }
  throw new TypeError(`${route.operationId}: a response without a schema carries text, bytes or a stream`);
}

function sendBody(reply: FastifyReply, body: RawBody): FastifyReply {
  const isBytes = body instanceof Uint8Array;
  return reply.send(isBytes ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : body);
}

/** Runs the handler; afterwards nothing that it did not keep is left of its uploads. */
async function work(
  route: Route,
  principal: Principal,
  services: RouteServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RouteAnswer> {
  const uploads: Upload<unknown>[] = [];
  const receive = async (): Promise<Upload<unknown>> => {
    const { multipart } = route;
    if (multipart === undefined) throw new TypeError(`${route.operationId} declares no multipart body`);
    const upload = await receiveUpload(request, {
      directory: services.uploadDirectory,
      partName: multipart.part,
      policy: multipart.policy,
      fields: multipart.fields,
      limits: services.limits,
      flush: multipart.flush ?? false,
    });
    uploads.push(upload);
    return upload;
  };
  try {
    return await route.handler({
      ...parseInputs(route, request),
      principal,
      address: request.ip,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_CHARACTERS),
      requestId: requestIdOf(request),
      language: chooseLanguage(request.headers['accept-language']),
      prefersHtml: prefersHtml(request.headers.accept),
      log: request.log,
      signal: clientSignal(reply),
      takeMore: async (amount) => {
        const { rateLimit } = route;
        if (rateLimit === 'none') throw new TypeError(`${route.operationId} has no rate`);
        const { granted, decision } = await takeUpTo(rateLimit, { principal, address: request.ip }, amount, services);
        reply.headers(rateLimitHeaders(decision));
        return { granted, refusal: () => rateLimitedError(decision) };
      },
      receiveUpload: receive,
    });
  } finally {
    for (const upload of uploads) await upload.dispose();
  }
}

/** Refuses everyone who may not call the route; runs before a byte of the body is read. */
async function guard(
  route: Route,
  registry: Registry,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Principal> {
  const { services } = registry;
  const principal = await identifyCaller(route, registry, request);
  logCaller(request, principal);
  if (route.rateLimit !== 'none') {
    const caller = { principal, address: request.ip };
    const decision = await takeRateLimit(route.rateLimit, caller, services.rateLimits, services.limits);
    reply.headers(rateLimitHeaders(decision));
    if (!decision.allowed) throw rateLimitedError(decision);
  }
  return principal;
}

/** What all routes of an application share. */
interface Registry {
  readonly services: RouteServices;
  readonly texts: SharedTexts;
  readonly gate: TokenGate;
}

function reportUndeclaredCode(route: Route, error: unknown, services: RouteServices): void {
  if (error instanceof AppError && !errorCodesOf(route).includes(error.code)) {
    services.onContractBreach?.(`${route.operationId}: error code ${error.code} is not declared`);
  }
}

function registerRoute(app: FastifyInstance, route: Route, registry: Registry): void {
  const { services, texts } = registry;
  checkDescription(route);
  const principals = new WeakMap<FastifyRequest, Principal>();
  app.route({
    method: route.method,
    url: routerPath(route.path),
    onRequest: async (request, reply) => {
      principals.set(request, await guard(route, registry, request, reply));
    },
    preParsing: async (request, reply) => {
      const { multipart } = route;
      if (multipart !== undefined && !hasMultipartBoundary(request.headers['content-type'])) {
        throw new ValidationFailure([{ loc: ['body', multipart.part], type: 'missing', input: null }]);
      }
      // A client that asked first sends its body only now that the guards let it pass.
      if (/^100-continue$/i.test(request.headers.expect ?? '')) reply.raw.writeContinue();
    },
    onError: async (_request, _reply, error) => {
      reportUndeclaredCode(route, error, services);
      return Promise.resolve();
    },
    handler: async (request, reply) => {
      const principal = principals.get(request);
      if (principal === undefined) throw new Error('the guard did not run');
      const answer = await work(route, principal, services, request, reply);
      return sendAnswer(route, answer, request, reply, services, texts);
    },
  });
}

/**
 * Puts the routes on the application. Throws at start for a route without its full description, or with an operation
 * id that another one has.
 */
export function registerRoutes(app: FastifyInstance, routes: readonly Route[], services: RouteServices): void {
  const seen = new Set<string>();
  const registry: Registry = { services, texts: createSharedTexts(), gate: createTokenGate(services) };
  for (const route of routes) {
    if (seen.has(route.operationId)) throw new Error(`operation id ${route.operationId} is used twice`);
    seen.add(route.operationId);
    registerRoute(app, route, registry);
  }
}
