import { Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import type { ServerLimits } from '../shared/limits.ts';

export function announcesBody(request: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return encoding !== undefined || Number(length ?? 0) > 0;
}

/** Whether the client may still be sending a body that nobody will read. */
export function isStillSending(request: IncomingMessage): boolean {
  // In-process requests of tests have no `complete`; their body is already complete.
  return announcesBody(request) && 'complete' in request && !request.complete && !request.destroyed;
}

/** Reads and discards the rest of a body, within bounds of bytes, time and idleness. */
function drain(request: IncomingMessage, limits: ServerLimits): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const finish = (): void => {
      clearTimeout(total);
      clearTimeout(idle);
      request.off('data', onData).off('end', finish).off('close', finish).off('error', finish);
      request.pause();
      resolve();
    };
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      idle.refresh();
      if (bytes > limits.refusalDrainBytes) finish();
    };
    const total = setTimeout(finish, limits.refusalDrainMs);
    const idle = setTimeout(finish, limits.refusalIdleMs);
    request.on('data', onData).once('end', finish).once('close', finish).once('error', finish);
    request.unpipe();
    request.resume();
    if (request.complete || request.destroyed) finish();
  });
}

async function* answerThenDrain(
  payload: Buffer,
  request: IncomingMessage,
  limits: ServerLimits,
): AsyncGenerator<Buffer, void, undefined> {
  yield payload;
  await drain(request, limits);
}

/**
 * An answer that is sent at once but ends only when the client has stopped sending. Closing a socket with unread bytes makes the
 * kernel send a reset, which can destroy the answer before the client has read it. The answer must have a `Content-Length`, so
 * that the client knows it is complete.
 */
export function lingeringAnswer(payload: Buffer, request: IncomingMessage, limits: ServerLimits): Readable {
  return Readable.from(answerThenDrain(payload, request, limits), { objectMode: false });
}
