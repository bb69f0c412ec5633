import type { IncomingMessage } from 'node:http';

/** The whole body of a request. */
export async function readRequest(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('a request without a text encoding gives bytes');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
