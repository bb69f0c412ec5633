import { request as requestHttp, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { HostAddress } from './outbound/address-rules.ts';
import { OUTBOUND_LIMITS } from './outbound/limits.ts';
import { OutboundError } from './outbound/outbound-error.ts';
import { readBeginning, readBody } from './outbound/read-body.ts';
import {
  parseTarget,
  resolveBySystem,
  resolveTarget,
  type ResolveName,
  type Target,
} from './outbound/resolve-target.ts';
import { PROGRAM_VERSION } from '../shared/version.ts';

/** Names the program and nothing of the installation, so that hosts can tell who is calling. */
const USER_AGENT = `Revera/${PROGRAM_VERSION}`;

export { OutboundError } from './outbound/outbound-error.ts';
export { checkTargetText } from './outbound/resolve-target.ts';

/** What a request sends to the other side. */
export interface OutboundBody {
  bytes: Uint8Array;
  /** Value of the header `Content-Type`. */
  contentType: string;
}

interface OutboundTerms {
  /** For everything together: name, connection, answer, body. */
  timeoutMs: number;
  /** The operator allows http and https to this machine itself (127.0.0.0/8, ::1). */
  allowLoopbackHttp: boolean;
  /**
   * Whether http may go to public addresses. Only for addresses of the operator's own choice whose answers are signed (time
   * stamps, OCSP), as those services are commonly offered: anyone on the way can read and change what is sent.
   */
  allowPublicHttp?: boolean | undefined;
  /** Ends the request early. */
  signal?: AbortSignal | undefined;
  /** The system's, by default. Called once. */
  resolveName?: ResolveName | undefined;
  /** Authorities (PEM) to trust instead of the well-known ones. */
  ca?: string | undefined;
}

export interface OutboundRequest extends OutboundTerms {
  /** Sent with POST. Without it the request is a GET. */
  post?: OutboundBody | undefined;
  /** Maximum size of the body, both encoded and decoded. */
  maxBytes: number;
  /** Value of the header `Accept`. */
  accept: string;
}

/** A message to somebody else's server, whose answer is what it makes of it. */
export interface OutboundMessage extends OutboundTerms {
  post: OutboundBody;
  /** Further headers; their names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** How much of the body of the answer is read. */
  readBytes: number;
}

/** An answer of any status. */
export interface OutboundAnswer {
  status: number;
  /** The beginning of its body, not decoded. */
  body: Uint8Array;
}

/**
 * Fetches from an outside address, or posts to it, and is the server's only way to do so. The address may be untrusted: only
 * https to public addresses is contacted (more only if the operator allows it), the host's name is looked up once and the
 * connection uses the addresses that were checked, no redirect is followed, nothing is remembered between two requests, and time
 * and size are bounded. The answer must be 200, plain or gzip.
 *
 * @throws {OutboundError}
 */
export async function fetchBounded(url: string, options: OutboundRequest): Promise<Uint8Array> {
  const { accept, post } = options;
  const sent = { headers: { accept, 'accept-encoding': 'gzip' }, post };
  return withinTime(url, options, async (parsed, stop) => {
    const response = await contact(parsed, options, sent, stop);
    try {
      checkStatus(response);
      return await readBody(response, options.maxBytes);
    } finally {
      response.destroy();
    }
  });
}

/**
 * Posts a message under the same rules as {@link fetchBounded}, except that an answer of any status is a result, a redirect too,
 * which is not followed. An answer counts from its headers on: of its body as much is read as comes within the time and the
 * bound.
 *
 * @throws {OutboundError} when there is no answer
 */
export async function postMessage(url: string, options: OutboundMessage): Promise<OutboundAnswer> {
  const { headers, post } = options;
  return withinTime(url, options, async (parsed, stop, answered) => {
    const response = await contact(
      parsed,
      options,
      { headers: { ...headers, 'accept-encoding': 'identity' }, post },
      stop,
    );
    answered();
    try {
      return { status: response.statusCode ?? 0, body: await readBeginning(response, options.readBytes, stop.signal) };
    } finally {
      response.destroy();
    }
  });
}

/** What is sent: headers besides our own, and a body. */
interface Sent {
  headers: OutgoingHttpHeaders;
  post: OutboundBody | undefined;
}

/** @param work calls `answered` when the end of the time no longer makes it fail, but only ends it */
async function withinTime<Result>(
  url: string,
  options: OutboundTerms,
  work: (url: URL, stop: AbortController, answered: () => void) => Promise<Result>,
): Promise<Result> {
  const parsed = parseTarget(url, options);
  const stop = new AbortController();
  const timer = setTimeout(
    () => stop.abort(timeout(`there was no answer within ${options.timeoutMs} ms`)),
    options.timeoutMs,
  );
  const abort = (): void => stop.abort(new OutboundError('ABORTED', 'the request was given up'));
  options.signal?.addEventListener('abort', abort, { once: true });
  if (options.signal?.aborted === true) abort();
  try {
    return await new Promise<Result>((resolve, reject) => {
      let isAnswered = false;
      const fail = (): void => {
        if (!isAnswered) reject(reasonOf(stop.signal));
      };
      if (stop.signal.aborted) fail();
      else stop.signal.addEventListener('abort', fail, { once: true });
      work(parsed, stop, () => (isAnswered = true)).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', abort);
    // Also ends what is still running when the race was lost.
    stop.abort();
  }
}

async function contact(url: URL, options: OutboundTerms, sent: Sent, stop: AbortController): Promise<IncomingMessage> {
  const target = await resolveTarget(url, options.resolveName ?? resolveBySystem, options);
  stop.signal.throwIfAborted();
  return sendRequest(target, options, sent, stop);
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : timeout('the request was ended');
}

function sendRequest(
  target: Target,
  options: OutboundTerms,
  sent: Sent,
  stop: AbortController,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let step: 'connecting' | 'handshake' | 'waiting' = 'connecting';
    const isTls = target.url.protocol === 'https:';
    const request = (isTls ? requestHttps : requestHttp)(target.url, {
      method: sent.post === undefined ? 'GET' : 'POST',
      headers: headersOf(sent),
      // A new connection: none that an earlier request opened to another address is reused.
      agent: false,
      lookup: pinnedLookup(target.addresses),
      signal: stop.signal,
      timeout: OUTBOUND_LIMITS.idleMs,
      maxHeaderSize: OUTBOUND_LIMITS.headerBytes,
      // Stated, because an environment variable could switch it off otherwise.
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    });
    request.once('socket', (socket) => {
      socket.once('connect', () => (step = isTls ? 'handshake' : 'waiting'));
      socket.once('secureConnect', () => (step = 'waiting'));
    });
    request.once('timeout', () => stop.abort(timeout(`nothing was received for ${OUTBOUND_LIMITS.idleMs} ms`)));
    request.once('response', resolve);
    request.on('error', (cause) => {
      if (step === 'handshake') reject(new OutboundError('TLS_FAILED', 'no secure connection to the host', { cause }));
      else if (step === 'connecting')
        reject(new OutboundError('CONNECTION_FAILED', 'no connection to the host', { cause }));
      else reject(new OutboundError('CONNECTION_FAILED', 'the host gave no valid answer', { cause }));
    });
    request.end(sent.post?.bytes);
  });
}

function headersOf({ headers, post }: Sent): OutgoingHttpHeaders {
  const body = post === undefined ? {} : { 'content-type': post.contentType, 'content-length': post.bytes.length };
  return { ...headers, 'user-agent': USER_AGENT, ...body };
}

/** Answers what was looked up and checked before, so that a name cannot change its address in between (rebinding). */
function pinnedLookup(addresses: readonly HostAddress[]): LookupFunction {
  return (_hostname, lookupOptions, callback) => {
    const [first] = addresses;
    if (lookupOptions.all === true) callback(null, [...addresses]);
    else if (first !== undefined) callback(null, first.address, first.family);
    else callback(new Error('no address'), '');
  };
}

function checkStatus({ statusCode = 0, headers }: IncomingMessage): void {
  if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
    throw new OutboundError('REDIRECT_REFUSED', `the host sends on to ${harmless(headers.location)}`);
  }
  if (statusCode !== 200) throw new OutboundError('STATUS_REFUSED', `the host answered ${statusCode}`);
}

function harmless(text: string): string {
  return text.replaceAll(/[^!-~]/g, '?').slice(0, OUTBOUND_LIMITS.quotedCharacters);
}

function timeout(message: string): OutboundError {
  return new OutboundError('TIMEOUT', message);
}
