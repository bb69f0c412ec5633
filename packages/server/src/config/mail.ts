import { isLoopbackHost } from '../shared/loopback.ts';
import type { MailAddress } from '../shared/mail-address.ts';
import { SETTINGS, type Reader } from './settings.ts';

export interface MailConfig {
  /** Null to send nothing; mails are put into the development mailbox. */
  smtp: SmtpConfig | null;
  from: MailAddress;
}

export interface SmtpConfig {
  host: string;
  port: number;
  /** `starttls` is required, not opportunistic. */
  security: 'tls' | 'starttls' | 'none';
  auth: { user: string; password: string } | null;
  /** For each step: connection, greeting, silence in between. */
  timeoutMs: number;
}

const PORTS = { tls: 465, starttls: 587, none: 25 } as const;
/** The sender of mails that are never sent. */
const DEVELOPMENT_FROM: MailAddress = { name: 'Revera', address: 'revera@localhost' };

export function mailProblems(read: Reader): string[] {
  const isProduction = read(SETTINGS.REVERA_ENV) === 'production';
  const hasAuth = [read(SETTINGS.SMTP_USER) !== '', read(SETTINGS.SMTP_PASSWORD) !== ''] as const;
  const problems: string[] = [];
  if (hasAuth[0] !== hasAuth[1]) problems.push('SMTP_USER and SMTP_PASSWORD belong together');
  if (read(SETTINGS.SMTP_HOST) === '') {
    if (isProduction) problems.push('SMTP_HOST must be set in production');
    else if (hasAuth[0] || hasAuth[1]) problems.push('SMTP_HOST is missing');
    return problems;
  }
  if (read(SETTINGS.SMTP_FROM) === null) problems.push('SMTP_FROM is missing');
  const [security, port] = [read(SETTINGS.SMTP_SECURITY), read(SETTINGS.SMTP_PORT)];
  if (security === 'none' && isProduction && !isLoopbackHost(read(SETTINGS.SMTP_HOST))) {
    problems.push('SMTP_SECURITY=none is only allowed for a server on this machine');
  }
  // The wrong one of the two does not fail: it waits for the other side until the timeout.
  const meant = port === 465 ? 'tls' : port === 587 ? 'starttls' : security;
  if (isProduction && security !== 'none' && meant !== security) {
    problems.push(`SMTP_PORT ${port} is for SMTP_SECURITY=${meant}`);
  }
  return problems;
}

export function mailConfig(read: Reader): MailConfig {
  const from = read(SETTINGS.SMTP_FROM) ?? DEVELOPMENT_FROM;
  const host = read(SETTINGS.SMTP_HOST);
  if (host === '') return { smtp: null, from };
  const security = read(SETTINGS.SMTP_SECURITY);
  const user = read(SETTINGS.SMTP_USER);
  return {
    smtp: {
      host,
      port: read(SETTINGS.SMTP_PORT) ?? PORTS[security],
      security,
      auth: user === '' ? null : { user, password: read(SETTINGS.SMTP_PASSWORD) },
      timeoutMs: read(SETTINGS.SMTP_TIMEOUT_SECONDS) * 1000,
    },
    from,
  };
}
