import { once } from 'node:events';
import type { Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { createAuthority } from '../authorities/certificate-authority.ts';
import { der } from '../der.ts';
import type { RunningServer } from './loopback.ts';
import { privateKeyPem } from '../authorities/openssl.ts';

/** A mail as it came over the wire. */
export interface ReceivedMail {
  /** From the envelope, not the headers. */
  from: string;
  to: string[];
  /** RFC 5322, with CRLF. */
  source: Buffer;
  /** Whether the connection was encrypted. */
  secure: boolean;
  /** The name that the client proved; null without authentication. */
  user: string | null;
}

/** What the server does with mails from now on. */
export type SmtpBehaviour =
  | { kind: 'accept' }
  /** Answers this status to RCPT TO, or after the whole text: 550 is final, 451 is not. */
  | { kind: 'refuse'; status: number; at: 'sender' | 'recipient' | 'data' }
  /** Takes the mail and ends the connection in place of an answer. */
  | { kind: 'drop' }
  /** Says nothing after the recipient. */
  | { kind: 'hang' };

export interface SmtpServerSettings {
  /** `starttls` is offered, `tls` from the first byte, `none`: not even offered. Default `none`. */
  security?: 'none' | 'starttls' | 'tls';
  /** Nobody else may send. Default: everybody may. */
  account?: { user: string; password: string };
}

export interface SmtpServer extends RunningServer {
  /** Whatever arrived whole, also what was then refused or dropped, in order of arrival. */
  readonly received: readonly ReceivedMail[];
  /** How many clients have connected. */
  readonly connections: number;
  /** PEM of the certificate authority that the server's certificate is from. */
  readonly rootPem: string;
  set(behaviour: SmtpBehaviour): void;
}

const LOOPBACK = '127.0.0.1';
/** The package takes 0 for its half minute. */
const CLOSE_MS = 1;

/** Starts a mail server on a loopback port that keeps what it is sent. Its certificate is for that address. */
export async function startSmtpServer(settings: SmtpServerSettings = {}): Promise<SmtpServer> {
  const { security = 'none', account } = settings;
  const { rootPem, cert, key } = await serverCertificate();
  const received: ReceivedMail[] = [];
  const sockets = new Map<number, Socket>();
  const state: { behaviour: SmtpBehaviour; connections: number } = { behaviour: { kind: 'accept' }, connections: 0 };
  const refusalAt = (place: string): Error | null => {
    const { behaviour } = state;
    return behaviour.kind === 'refuse' && behaviour.at === place ? refusal(behaviour.status) : null;
  };
  const smtp = new SMTPServer({
    secure: security === 'tls',
    cert,
    key,
    disabledCommands: security === 'none' ? ['STARTTLS'] : [],
    disableReverseLookup: true,
    closeTimeout: CLOSE_MS,
    ...authentication(account),
    onConnect: (_session, callback) => {
      state.connections += 1;
      callback();
    },
    onMailFrom: (_address, _session, callback) => callback(refusalAt('sender')),
    onRcptTo: (_address, _session, callback) => {
      if (state.behaviour.kind !== 'hang') callback(refusalAt('recipient'));
    },
    onData: (stream, { envelope, secure, user, remotePort }, callback) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.once('end', () => {
        const source = Buffer.concat(pieces);
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), source, secure, user: user ?? null });
        if (state.behaviour.kind === 'drop') sockets.get(remotePort)?.end();
        else callback(refusalAt('data'));
      });
    },
  });
  smtp.server.on('connection', (socket: Socket) => {
    const { remotePort = 0 } = socket;
    sockets.set(remotePort, socket);
    socket.once('close', () => sockets.delete(remotePort));
  });
  // Clients may go away as they like.
  smtp.on('error', () => undefined);
  smtp.listen(0, LOOPBACK);
  await once(smtp.server, 'listening');
  const address = smtp.server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The server has no port');
  return {
    url: `${security === 'tls' ? 'smtps' : 'smtp'}://${LOOPBACK}:${address.port}`,
    port: address.port,
    close: async () => {
      // Says goodbye to all open connections. Node.js 20 does not survive it when a socket is destroyed under TLS.
      const closed = once(smtp.server, 'close');
      smtp.close();
      await closed;
    },
    received,
    rootPem,
    get connections() {
      return state.connections;
    },
    set: (next) => void (state.behaviour = next),
  };
}

function authentication(account: SmtpServerSettings['account']): SMTPServerOptions {
  if (account === undefined) return { authOptional: true };
  return {
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) => {
      const isRight = username === account.user && password === account.password;
      if (isRight) callback(null, { user: username });
      else callback(refusal(535));
    },
  };
}

function refusal(status: number): Error {
  return Object.assign(new Error('not this one'), { responseCode: status });
}

const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17';

async function serverCertificate(): Promise<{ rootPem: string; cert: string; key: string }> {
  const authority = await createAuthority({
    subject: 'CN=Revera Test Mail Server',
    authorityName: 'Revera Test Mail',
    extendedKeyUsages: [],
    extensions: [
      { oid: SUBJECT_ALTERNATIVE_NAME, value: der(0x30, der(0x82, 'localhost'), der(0x87, [127, 0, 0, 1])) },
    ],
  });
  return {
    rootPem: authority.rootPem,
    cert: authority.leaf.pem + authority.intermediate.pem,
    key: privateKeyPem(authority.leaf),
  };
}
