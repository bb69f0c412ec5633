import type { FastifyReply } from 'fastify';

/** The client went away before it had an answer: nobody is left to tell, and nothing is wrong with the service. */
export class ClientClosedError extends Error {
  override readonly name = 'ClientClosedError';

  constructor() {
    super('the client closed the connection');
  }
}

/** Aborted when the client goes away before it has its answer. */
export function clientSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new ClientClosedError());
  });
  return gone.signal;
}
