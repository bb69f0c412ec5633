import { OutboundError, postMessage, type OutboundAnswer } from '../../platform/outbound.ts';
import { WEBHOOK_LIMITS } from './limits.ts';
import { dataOfJob, payloadOf } from './payload.ts';
import { storeData, type ClaimedDelivery } from './queries/sending.ts';
import { openSecrets } from './secrets.ts';
import type { SenderServices } from './services.ts';
import { messageHeaders } from './sign-message.ts';

const CONTENT_TYPE = 'application/json';
const INTERNAL = 'INTERNAL_ERROR';

/** How the other side took a message. */
export interface AttemptOutcome {
  durationMs: number;
  statusCode: number | null;
  error: string | null;
  answer: string | null;
}

/** Makes one attempt. Whatever goes wrong is an outcome, except that the sender stops. */
export async function attemptDelivery(
  services: SenderServices,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const began = performance.now();
  const outcome = await tryToSend(services, delivery, signal);
  return { ...outcome, durationMs: Math.round(performance.now() - began) };
}

async function tryToSend(
  services: SenderServices,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<Omit<AttemptOutcome, 'durationMs'>> {
  try {
    const { status, body } = await send(services, delivery, signal);
    return { statusCode: status, error: null, answer: shownText(body) };
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof OutboundError) return { statusCode: null, error: error.code, answer: null };
    // Ours, such as a secret that no key opens: visible to the owner, and tried again until somebody has mended it.
    services.log.error({ err: error, event_id: delivery.event_id }, 'an event could not be sent');
    return { statusCode: null, error: INTERNAL, answer: null };
  }
}

async function send(services: SenderServices, delivery: ClaimedDelivery, signal: AbortSignal): Promise<OutboundAnswer> {
  const { clock, secrets: box, allowLoopbackHttp, network = {}, timeoutMs = WEBHOOK_LIMITS.timeoutMs } = services;
  const body = payloadOf({ ...delivery, data: delivery.data ?? (await writeData(services, delivery)) });
  const { current, previous } = await openSecrets(box, delivery.secrets);
  const secrets = previous !== null && delivery.is_previous_valid ? [current, previous] : [current];
  return postMessage(delivery.url, {
    ...network,
    post: { bytes: Buffer.from(body), contentType: CONTENT_TYPE },
    headers: messageHeaders({ id: delivery.event_id, at: clock.now(), body }, secrets),
    readBytes: WEBHOOK_LIMITS.answerBytes,
    timeoutMs,
    allowLoopbackHttp,
    signal,
  });
}

/** What the event of a job says, kept for the next attempts and for those who look at the delivery. */
async function writeData({ database, presentJob }: SenderServices, delivery: ClaimedDelivery): Promise<string> {
  const { event_id, job_id, sandbox } = delivery;
  if (job_id === null) throw new Error(`the event ${event_id} has neither data nor a job`);
  const data = dataOfJob(await presentJob(job_id), sandbox);
  await storeData(database.db, event_id, data);
  return data;
}

/** PostgreSQL refuses U+0000 in texts. */
function shownText(body: Uint8Array): string {
  return Buffer.from(body).toString('utf8').replaceAll('\u0000', '\uFFFD').slice(0, WEBHOOK_LIMITS.answerCharacters);
}
