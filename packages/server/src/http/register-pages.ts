import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CSRF_FIELD } from '../shared/csrf-field.ts';
import type { ServerLimits } from '../shared/limits.ts';
import type { AccountPrincipal } from '../shared/principal.ts';
import { csrfTokenOf, isCsrfTokenOf, isSecretToken, readCookie, SESSION_COOKIE } from '../shared/session-token.ts';
import { clientSignal } from './client-closed.ts';
import { languageOf } from './errors.ts';
import { FormBody, type FormFields } from './form-fields.ts';
import { isCrossSite, csrfRefusal, type GuardServices } from './guards.ts';
import { logCaller } from './log-caller.ts';
import type { PageAnswer, PageContext, PageRoute } from './page-route.ts';
import { rateLimitedError, rateLimitHeaders, type RateLimitStore, takeRateLimit } from './rate-limit.ts';
import { routerPath, textHeader, USER_AGENT_CHARACTERS } from './request-facts.ts';
import { requestIdOf } from './request-id.ts';
import { createSharedTexts, isForEverybody, sendShared, type SharedTexts } from './shared-texts.ts';
import { receiveUpload, type Upload } from './upload.ts';

export interface PageServices extends Pick<GuardServices, 'sessions' | 'origin'> {
  readonly rateLimits: RateLimitStore;
  readonly limits: ServerLimits;
  readonly uploadDirectory: string;
}

/**
 * Headers of every page. Everything comes from here, nothing is inline, nothing is framed. The
 * referrer stays on this site, because a browser that may not send it sends no origin with a form either.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

/** Whoever is signed in, with the token that their forms have to carry. */
interface Visitor {
  readonly account: AccountPrincipal | null;
  readonly csrfToken: string | null;
  readonly sessionToken: string | null;
}

const NOBODY: Visitor = { account: null, csrfToken: null, sessionToken: null };

/** Puts the pages on the application, in a scope of their own: only there bodies of HTML forms are read. */
export function registerPages(app: FastifyInstance, pages: readonly PageRoute[], services: PageServices): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, new FormBody(String(body)));
    });
    const texts = createSharedTexts();
    for (const page of pages) registerPage(scope, page, services, texts);
    return Promise.resolve();
  });
}

function registerPage(app: FastifyInstance, page: PageRoute, services: PageServices, texts: SharedTexts): void {
  const visitors = new WeakMap<FastifyRequest, Visitor>();
  app.route({
    method: page.method,
    url: routerPath(page.path),
    onRequest: async (request, reply) => {
      visitors.set(request, await admit(page, request, reply, services));
    },
    handler: async (request, reply) => {
      const visitor = visitors.get(request) ?? NOBODY;
      return sendPage(await work(page, visitor, request, reply, services), request, reply, texts);
    },
  });
}

/** Before a byte of the body is read: a form that another site's page sends is refused, and the limits are kept. */
async function admit(
  page: PageRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  services: PageServices,
): Promise<Visitor> {
  const fetchSite = textHeader(request.headers['sec-fetch-site']);
  if (page.method === 'POST' && isCrossSite({ origin: request.headers.origin, fetchSite }, services))
    throw csrfRefusal();
  const visitor = page.forEverybody === true ? NOBODY : await findVisitor(request, services);
  const principal = visitor.account ?? ({ kind: 'anonymous' } as const);
  logCaller(request, principal);
  if (page.rateLimit !== 'none') {
    const caller = { principal, address: request.ip };
    const decision = await takeRateLimit(page.rateLimit, caller, services.rateLimits, services.limits);
    reply.headers(rateLimitHeaders(decision));
    if (!decision.allowed) throw rateLimitedError(decision);
  }
  return visitor;
}

async function findVisitor({ headers }: FastifyRequest, { sessions }: PageServices): Promise<Visitor> {
  const sessionToken = readCookie(headers.cookie, SESSION_COOKIE);
  if (sessionToken === undefined || !isSecretToken(sessionToken)) return NOBODY;
  const account = await sessions.authenticate(sessionToken);
  return account === 'invalid' ? NOBODY : { account, csrfToken: csrfTokenOf(sessionToken), sessionToken };
}

async function work(
  page: PageRoute,
  { account, csrfToken, sessionToken }: Visitor,
  request: FastifyRequest,
  reply: FastifyReply,
  services: PageServices,
): Promise<PageAnswer> {
  const form = formOf(request.body);
  const checkToken = (given: string): void => {
    if (sessionToken !== null && !isCsrfTokenOf(sessionToken, given)) throw csrfRefusal();
  };
  // The fields of a form with files are read with the files.
  if (page.method === 'POST' && page.upload === undefined) checkToken(form.get(CSRF_FIELD) ?? '');
  const uploads: Upload<unknown>[] = [];
  const context: PageContext = {
    params: paramsOf(request.params),
    query: new URLSearchParams(request.url.split('?')[1] ?? ''),
    form,
    account,
    csrfToken,
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, textHeader(value)])),
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_CHARACTERS),
    requestId: requestIdOf(request),
    language: languageOf(request),
    url: request.url,
    log: request.log,
    signal: clientSignal(reply),
    receiveUpload: async () => {
      const upload = await receive(page, request, services);
      uploads.push(upload);
      checkToken(tokenIn(upload.fields));
      return upload;
    },
  };
  try {
    return await page.handler(context);
  } finally {
    for (const upload of uploads) await upload.dispose();
  }
}

async function receive(page: PageRoute, request: FastifyRequest, services: PageServices): Promise<Upload<unknown>> {
  const { upload } = page;
  if (upload === undefined) throw new TypeError(`${page.path} takes no files`);
  return await receiveUpload(request, {
    directory: services.uploadDirectory,
    partName: upload.part,
    policy: upload.policy,
    fields: upload.fields,
    limits: services.limits,
    flush: upload.flush ?? false,
  });
}

const formWithToken = z.object({ [CSRF_FIELD]: z.string() });

function tokenIn(fields: unknown): string {
  const read = formWithToken.safeParse(fields);
  return read.success ? read.data[CSRF_FIELD] : '';
}

function formOf(body: unknown): FormFields {
  return body instanceof FormBody ? body.fields : new Map();
}

function paramsOf(params: unknown): Record<string, string> {
  if (typeof params !== 'object' || params === null) return {};
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  );
}

async function sendPage(
  answer: PageAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
  texts: SharedTexts,
): Promise<FastifyReply> {
  const { status = 200, headers = {}, body } = answer;
  reply.code(status).headers(PAGE_HEADERS);
  if (typeof body === 'string') reply.type('text/html; charset=utf-8');
  reply.headers(headers);
  if (typeof body === 'string' && status === 200 && isForEverybody(headers)) {
    const shared = texts.of(answer, () => body);
    return sendShared(shared, [headers['vary'] ?? []].flat(), request, reply);
  }
  return reply.send(body instanceof Uint8Array ? asBuffer(body) : body);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
