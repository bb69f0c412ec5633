import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseRanges } from './accept.ts';

/** Where payment gateways call. */
const CALLBACKS = /^\/api\/payments\//i;

/**
 * The whole body of a failure there. Gateways look for `success` or `ok` anywhere in what we say, whatever its status: a sentence
 * with "unsuccessful" or "token" in it would acknowledge a payment that was not booked.
 */
export const PLAIN_FAILURE = 'fail';

export function isCallback({ url }: Pick<FastifyRequest, 'url'>): boolean {
  return CALLBACKS.test(url);
}

/** Whether the caller asks for JSON by its name, as no gateway does. */
export function namesJson(accept: string | undefined): boolean {
  return parseRanges(accept).some(({ type, weight }) => type === 'application/json' && weight > 0);
}

/** Sends a failure without words; its code is in a header. */
export function sendPlainRefusal(reply: FastifyReply, status: number, code: string): FastifyReply {
  return reply.code(status).header('x-error-code', code).type('text/plain; charset=utf-8').send(PLAIN_FAILURE);
}
