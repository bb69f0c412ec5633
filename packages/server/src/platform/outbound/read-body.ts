import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { OUTBOUND_LIMITS } from './limits.ts';
import { OutboundError } from './outbound-error.ts';

const gunzipBytes = promisify(gunzip);

/** Reads and decodes a whole body. Neither its encoded nor its decoded form is ever longer than `maxBytes` in memory. */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding !== 'identity' && encoding !== 'gzip') {
    throw new OutboundError('ENCODING_REFUSED', 'the body is encoded in a way that was not asked for');
  }
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const encoded = await collect(response, maxBytes);
  return encoding === 'gzip' ? decodeGzip(encoded, maxBytes) : encoded;
}

async function collect(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('a response without a text encoding gives bytes');
      length += chunk.length;
      if (length > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk);
    }
  } catch (cause) {
    throw cause instanceof OutboundError
      ? cause
      : new OutboundError('BODY_BROKEN', 'the body ended too early', { cause });
  }
  return Buffer.concat(chunks, length);
}

/**
 * The beginning of a body, at most `maxBytes`, as it was sent. What follows is not read, and a body that breaks off is answered as
 * far as it came.
 */
export async function readBeginning(
  response: IncomingMessage,
  maxBytes: number,
  stop: AbortSignal,
): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('a response without a text encoding gives bytes');
      chunks.push(chunk);
      length += chunk.length;
      if (length >= maxBytes) break;
    }
  } catch (cause) {
    // The connection broke, or the time is over: the caller knows the status, and this is what there is of the body.
    if (!response.destroyed && !stop.aborted) throw cause;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

async function decodeGzip(encoded: Buffer, maxBytes: number): Promise<Uint8Array> {
  // At least one byte, because zero is not a valid bound.
  const byRatio = Math.max(1, encoded.length * OUTBOUND_LIMITS.gzipRatio);
  try {
    return await gunzipBytes(encoded, { maxOutputLength: Math.min(maxBytes, byRatio) });
  } catch (cause) {
    if (cause instanceof RangeError) {
      if (byRatio >= maxBytes) throw tooLarge(maxBytes);
      throw new OutboundError('TOO_LARGE', `the body grows by more than ${OUTBOUND_LIMITS.gzipRatio} when decoded`);
    }
    throw new OutboundError('BODY_BROKEN', 'the body is not gzip', { cause });
  }
}

function tooLarge(maxBytes: number): OutboundError {
  return new OutboundError('TOO_LARGE', `the body has more than ${maxBytes} bytes`);
}
