import type { IncomingMessage } from 'node:http';
import type { ServerLimits } from '../shared/limits.ts';
import { announcesBody } from './refusal-drain.ts';

/** How often in the grace the pace is looked at. */
const LOOKS_IN_GRACE = 30;
const MS_PER_SECOND = 1000;

/**
 * Finds a body that comes too slowly on average. Only the time counts in which we read: neither a guard that asks the database
 * nor a disk that is slow is the client's fault.
 */
export function watchBodyPace(
  request: IncomingMessage,
  { bodyBytesPerSecond, bodyGraceMs }: Pick<ServerLimits, 'bodyBytesPerSecond' | 'bodyGraceMs'>,
  onSlow: (bytes: number) => void,
): void {
  // In-process requests of tests know no `complete`; their body is all there.
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
