import { storedJson } from '../../platform/stored-json.ts';
import { WEBHOOK_LIMITS } from './limits.ts';

/** An event as it is sent. */
interface SentEvent {
  type: string;
  happened_at: Date;
  /** JSON. */
  data: string;
}

/** The body of a message, byte for byte: the same at every attempt. */
export function payloadOf({ type, happened_at, data }: SentEvent): string {
  return `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(happened_at.toISOString())},"data":${data}}`;
}

/**
 * What an event says of a job: the job as the API answers it, and whether it is one of the sandbox. A result that would make the
 * message too large for common receivers is left out: the file that it describes may come from anybody, and must not be able to
 * make every delivery fail.
 *
 * @returns JSON
 */
export function dataOfJob(job: object, sandbox: boolean): string {
  const whole = storedJson({ ...job, sandbox, result_omitted: false });
  if (Buffer.byteLength(whole) <= WEBHOOK_LIMITS.payloadBytes) return whole;
  return storedJson({ ...job, result: null, sandbox, result_omitted: true });
}
