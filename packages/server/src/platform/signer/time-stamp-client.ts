import { createHash, randomBytes as systemRandomBytes } from 'node:crypto';
import { decodeTimeStampResponse, encodeTimeStampRequest, TimeStampError, type TimeStamp } from '@revera/provenance';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { fetchBounded } from '../outbound.ts';
import { hostOf, reasonOf } from './evidence-failure.ts';

export interface TimeStampClientOptions {
  /** Time-stamp authorities, the preferred one first; http and https. They may carry credentials in their query. */
  urls: readonly string[];
  /** For one request to one authority. */
  timeoutMs: number;
  /** The operator allows time stamps from this machine. */
  allowLoopbackHttp: boolean;
  clock: Clock;
  log: Log;
  /** The system's, by default. */
  randomBytes?: (size: number) => Uint8Array;
}

export interface TimeStampClient {
  /**
   * Has these bytes stamped (RFC 3161 over HTTP, §3.4): only their SHA-256 is sent. The authorities are tried in turn, in two
   * rounds at most.
   *
   * @throws {TimeStampUnavailableError}
   */
  stamp(data: Uint8Array): Promise<TimeStamp>;
}

/** No authority gave a time stamp. The message lists, in order, the host of each request and why it failed. */
export class TimeStampUnavailableError extends Error {
  override readonly name = 'TimeStampUnavailableError';
}

/** A second round, because most failures are of one request: a connection that was reset, a moment of overload. */
const ROUNDS = 2;
/** 128 bits: a replayed answer to one of our earlier requests cannot match. */
const NONCE_BYTES = 16;
/** Only keeps memory bounded; the engine refuses sooner, and says so. */
const MOST_ANSWER_BYTES = 64 * 1024;

export function createTimeStampClient(options: TimeStampClientOptions): TimeStampClient {
  return {
    async stamp(data) {
      const imprint = createHash('sha256').update(data).digest();
      const failures: string[] = [];
      for (let round = 1; round <= ROUNDS; round += 1) {
        for (const url of options.urls) {
          try {
            return await request(url, imprint, options);
          } catch (error) {
            const [host, reason] = [hostOf(url), reasonOf(error, TimeStampError)];
            options.log.warn({ host, round, reason }, 'no time stamp from this authority');
            failures.push(`${host}: ${reason}`);
          }
        }
      }
      const why = failures.length === 0 ? 'no authority is configured' : failures.join('; ');
      throw new TimeStampUnavailableError(`no time stamp could be had: ${why}`);
    },
  };
}

async function request(url: string, imprint: Uint8Array, options: TimeStampClientOptions): Promise<TimeStamp> {
  const { allowLoopbackHttp, timeoutMs, clock, randomBytes = systemRandomBytes } = options;
  const nonce = randomBytes(NONCE_BYTES);
  const response = await fetchBounded(url, {
    post: { bytes: encodeTimeStampRequest({ imprint, nonce }), contentType: 'application/timestamp-query' },
    accept: 'application/timestamp-reply',
    maxBytes: MOST_ANSWER_BYTES,
    timeoutMs,
    allowLoopbackHttp,
    // The answer is signed, and the operator chose the address.
    allowPublicHttp: true,
  });
  return decodeTimeStampResponse(response, { imprint, nonce, at: clock.now() });
}
