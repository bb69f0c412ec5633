import type { FastifyRequest } from 'fastify';
import { namesJson } from './plain-refusal.ts';
import type { RawMessage, Route } from './route.ts';

/** More than any message has; how much of it counts is for its reader to say. */
export const CALLBACK_BODY_BYTES = 64 * 1024;

/** What was sent to a route that reads messages itself. */
export function readMessage(route: Pick<Route, 'operationId' | 'bodyType'>, request: FastifyRequest): RawMessage {
  if (route.bodyType !== 'message') throw new TypeError(`${route.operationId} takes no messages`);
  const { url, body, headers } = request;
  const question = url.indexOf('?');
  return {
    query: question === -1 ? '' : url.slice(question + 1),
    body: body instanceof Uint8Array ? body : new Uint8Array(),
    contentType: headers['content-type'] ?? '',
    contentEncoding: headers['content-encoding'] ?? '',
    namesJson: namesJson(headers.accept),
  };
}
