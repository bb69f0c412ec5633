import type { FastifyReply } from 'fastify';
import type { RawBody } from './route.ts';

/** Sends a body as it is; bytes are not copied. */
export function sendBody(reply: FastifyReply, body: RawBody): FastifyReply {
  const isBytes = body instanceof Uint8Array;
  return reply.send(isBytes ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : body);
}
