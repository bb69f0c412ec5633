import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createAuthority } from '../authorities/certificate-authority.ts';
import { privateKeyPem } from '../authorities/openssl.ts';
import { der } from '../der.ts';
import { listen, type RunningServer } from './loopback.ts';
import { readRequest } from './read-request.ts';

/** What the receiver does with messages from now on. */
export type ReceiverBehaviour =
  /** Default 200 with a short text. */
  | { kind: 'answer'; status?: number; body?: string }
  | { kind: 'redirect'; location: string; status?: 301 | 302 | 307 | 308 }
  /** Takes the message and says nothing until `release` is called; then it answers 200, whoever still listens. */
  | { kind: 'hold' }
  /** Answers 200 at once and sends a body for as long as anybody reads. */
  | { kind: 'endless' }
  /** Closes the connection in place of an answer. */
  | { kind: 'close' }
  /** Announces a body, sends some of it and closes. */
  | { kind: 'truncate' };

/** A message as it came over the wire. */
export interface ReceivedMessage {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface WebhookReceiver extends RunningServer {
  /** Whatever arrived whole, in order of arrival. */
  readonly received: readonly ReceivedMessage[];
  /** PEM of the authority that the certificate is from; empty without TLS. */
  readonly rootPem: string;
  /** How many bodies without an end were begun and have ended, because the other side stopped reading. */
  readonly endlessEnded: number;
  set(behaviour: ReceiverBehaviour): void;
  /** Answers all messages that are held. */
  release(): void;
}

/** Whom the certificate names: the receiver itself, or somebody else. */
type Certificate = 'right' | 'other_name';

const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17';
const CHUNK = Buffer.alloc(16 * 1024, 0x2e);

/** Starts a receiver of webhooks on a loopback port, by default without TLS, that misbehaves as it is told. */
export async function startWebhookReceiver(options: { tls?: Certificate } = {}): Promise<WebhookReceiver> {
  const received: ReceivedMessage[] = [];
  const failures: unknown[] = [];
  const held: ServerResponse[] = [];
  const state: { behaviour: ReceiverBehaviour; endlessEnded: number } = {
    behaviour: { kind: 'answer' },
    endlessEnded: 0,
  };
  const listener: RequestListener = (request, response) => {
    readRequest(request)
      .then((body) => {
        received.push(messageOf(request, body));
        if (state.behaviour.kind === 'hold') held.push(response);
        else if (state.behaviour.kind === 'endless') pour(response, () => (state.endlessEnded += 1));
        else answer(state.behaviour, response);
      })
      .catch((error: unknown) => failures.push(error));
  };
  const certificate = options.tls === undefined ? null : await certificateFor(options.tls);
  const server = certificate === null ? createServer(listener) : createTlsServer(certificate, listener);
  const running = await listen(server, certificate === null ? 'http' : 'https', failures);
  return {
    ...running,
    received,
    rootPem: certificate?.rootPem ?? '',
    get endlessEnded() {
      return state.endlessEnded;
    },
    set: (behaviour) => void (state.behaviour = behaviour),
    release: () => {
      for (const response of held.splice(0)) response.end('late');
    },
  };
}

function messageOf({ method = '', url = '', headers }: IncomingMessage, body: Uint8Array): ReceivedMessage {
  const single = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  return { method, path: url, headers: Object.fromEntries(single), body: Buffer.from(body).toString('utf8') };
}

function answer(behaviour: Exclude<ReceiverBehaviour, { kind: 'hold' | 'endless' }>, response: ServerResponse): void {
  switch (behaviour.kind) {
    case 'answer':
      response.writeHead(behaviour.status ?? 200, { 'content-type': 'text/plain' }).end(behaviour.body ?? 'thank you');
      return;
    case 'redirect':
      response.writeHead(behaviour.status ?? 302, { location: behaviour.location }).end();
      return;
    case 'close':
      response.destroy();
      return;
    case 'truncate':
      response.writeHead(200, { 'content-length': 1_000 });
      response.write('half', () => response.destroy());
  }
}

/** Writes until the other side is gone, waiting whenever it does not read. */
function pour(response: ServerResponse, onEnd: () => void): void {
  response.writeHead(200, { 'content-type': 'text/plain' });
  const more = (): void => {
    while (!response.destroyed && response.write(CHUNK));
  };
  response.on('drain', more);
  response.once('close', onEnd);
  more();
}

async function certificateFor(named: Certificate): Promise<{ rootPem: string; cert: string; key: string }> {
  const name =
    named === 'right'
      ? der(0x30, der(0x82, 'localhost'), der(0x87, [127, 0, 0, 1]))
      : der(0x30, der(0x82, 'other.test'));
  const authority = await createAuthority({
    subject: 'CN=Revera Test Receiver',
    authorityName: 'Revera Test Receiver',
    extendedKeyUsages: [],
    extensions: [{ oid: SUBJECT_ALTERNATIVE_NAME, value: name }],
  });
  return {
    rootPem: authority.rootPem,
    cert: authority.leaf.pem + authority.intermediate.pem,
    key: privateKeyPem(authority.leaf),
  };
}
