import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CSRF_FIELD } from '../shared/csrf-field.ts';
import { isCsrfTokenOf } from '../shared/session-token.ts';
import { admitVisitor, type Visitor, type VisitorServices } from './admit-visitor.ts';
import { clientSignal } from './client-closed.ts';
import type { Endpoint, EndpointServices, Exchange } from './endpoint.ts';
import { languageOf } from './errors.ts';
import { FormBody, type FormFields } from './form-fields.ts';
import { csrfRefusal } from './guards.ts';
import { PAGE_HEADERS } from './page-headers.ts';
import type { PageAnswer, PageContext, PageRoute } from './page-route.ts';
import { queryOf, textHeader, userAgentOf } from './request-facts.ts';
import { requestIdOf } from './request-id.ts';
import { sendBody } from './send-body.ts';
import { isForEverybody, sendShared, type SharedTexts } from './shared-texts.ts';

export interface PageServices extends EndpointServices, VisitorServices {}

/** What all pages of an application share. */
interface Registry {
  readonly services: PageServices;
  readonly texts: SharedTexts;
}

export function pageEndpoint(page: PageRoute, { services, texts }: Registry): Endpoint<Visitor, PageAnswer> {
  const { method, path, rateLimit, upload } = page;
  return {
    name: `${method} ${path}`,
    method,
    path,
    rateLimit,
    multipart: upload,
    takesForm: true,
    identify: (request) => admitVisitor(page, request, services),
    work: async (exchange) => page.handler(readContext(page, exchange)),
    send: (answer, request, reply) => sendPage(answer, request, reply, texts),
  };
}

/** @throws {AppError} SCOPE_DENIED for a form without the token of the session */
function readContext(page: PageRoute, { request, reply, caller, receiveUpload }: Exchange<Visitor>): PageContext {
  const { account, csrfToken, sessionToken, seen } = caller;
  const form = formOf(request.body);
  const checkToken = (given: string): void => {
    if (sessionToken !== null && !isCsrfTokenOf(sessionToken, given)) throw csrfRefusal();
  };
  // The fields of a form with files are read with the files.
  if (page.method === 'POST' && page.upload === undefined) checkToken(form.get(CSRF_FIELD) ?? '');
  return {
    params: paramsOf(request.params),
    query: queryOf(request),
    form,
    principal: seen,
    account,
    csrfToken,
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, textHeader(value)])),
    address: request.ip,
    userAgent: userAgentOf(request),
    requestId: requestIdOf(request),
    language: languageOf(request),
    url: request.url,
    log: request.log,
    signal: clientSignal(reply),
    receiveUpload: async () => {
      const upload = await receiveUpload();
      checkToken(tokenIn(upload.fields));
      return upload;
    },
  };
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
  return sendBody(reply, body);
}
