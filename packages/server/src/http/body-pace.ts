import type { IncomingMessage } from 'node:http';
import type { ServerLimits } from '../shared/limits.ts';
import { announcesBody } from './refusal-drain.ts';

/** How often the pace is checked within the grace. */
const LOOKS_IN_GRACE = 30;
const MS_PER_SECOND = 1000;

/**
 * Detects a body that comes too slowly on average. Only time spent reading counts: neither a guard that queries the database nor
 * a slow disk is the client's fault.
 */
export function watchBodyPace(
  request: IncomingMessage,
  { bodyBytesPerSecond, bodyGraceMs }: Pick<ServerLimits, 'bodyBytesPerSecond' | 'bodyGraceMs'>,
  onSlow: (bytes: number) => void,
): void {
  // In-process requests of tests have no `complete`; their body is already complete.
  if (!announcesBody(request) || !('complete' in request)) return;
  const { socket } = request;
  const bytesBefore = socket.bytesRead;
  const stepMs = bodyGraceMs / LOOKS_IN_GRACE;
  let waitedMs = 0;
  const timer = setInterval(() => {
    if (request.complete) clearInterval(timer);
    if (request.complete || request.readableFlowing !== true) return;
    waitedMs += stepMs;
    const bytes = socket.bytesRead - bytesBefore;
    if (bytes >= ((waitedMs - bodyGraceMs) / MS_PER_SECOND) * bodyBytesPerSecond) return;
    clearInterval(timer);
    onSlow(bytes);
  }, stepMs);
  request.once('close', () => {
    clearInterval(timer);
  });
}
