import { createTransport } from 'nodemailer';
import type { SmtpConfig } from '../../config/mail.ts';
import { composeOptions } from './compose.ts';
import { mailErrorFrom } from './mail-error.ts';
import type { Mailer } from './mailer.ts';

/** Simultaneous connections; each sends one mail after the other. */
const CONNECTIONS = 2;

/**
 * Sends through the server, over connections that are kept for a while. With `starttls` nothing but the request for TLS is sent
 * in the clear: a server, or somebody in between, that does not offer it gets no mail.
 * @param trustedRoots PEM; default those of Node.js and NODE_EXTRA_CA_CERTS
 */
export function smtpMailer(config: SmtpConfig, trustedRoots?: readonly string[]): Mailer {
  const { host, port, security, auth, timeoutMs } = config;
  const transport = createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    // Once, for a kept connection that the server closed meanwhile; the queue repeats everything else.
    maxRequeues: 1,
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(auth === null ? {} : { auth: { user: auth.user, pass: auth.password } }),
    tls: { minVersion: 'TLSv1.2', ...(trustedRoots === undefined ? {} : { ca: [...trustedRoots] }) },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (mail) => {
      const options = composeOptions(mail);
      try {
        await transport.sendMail(options);
      } catch (error) {
        throw mailErrorFrom(error);
      }
    },
    close: () => {
      transport.close();
      return Promise.resolve();
    },
  };
}
