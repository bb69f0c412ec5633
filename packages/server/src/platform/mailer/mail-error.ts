/** A mail that was not taken. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** `permanent`: this mail to this recipient is refused for good. `temporary`: another attempt may help. */
  readonly kind: 'permanent' | 'temporary';

  constructor(kind: MailError['kind'], message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.kind = kind;
  }
}

/** What nodemailer tells of a failure. */
interface SmtpFailure {
  /** The SMTP command that was answered; `API`, `CONN` when none was. */
  command: string;
  responseCode: number | null;
}

/**
 * Only what the server says of this recipient or of this very text is final. All else that it refuses for good, such as a
 * sender, a password or a client that it does not know, is the operator's to mend, and no mail is lost meanwhile.
 */
export function mailErrorFrom(error: unknown): MailError {
  const { command, responseCode } = failureOf(error);
  const isRefusal = responseCode !== null && responseCode >= 500 && !AUTHENTICATION.has(responseCode);
  const isFinal = isRefusal && (command === 'RCPT TO' || command === 'DATA');
  const answer = responseCode === null ? 'did not take the mail' : `answered ${responseCode} to ${command}`;
  return new MailError(isFinal ? 'permanent' : 'temporary', `the mail server ${answer}`, { cause: error });
}

/** RFC 4954 §6: authentication is required, failed, or needs TLS; also told at later commands. */
const AUTHENTICATION: ReadonlySet<number> = new Set([530, 534, 535, 538]);

function failureOf(error: unknown): SmtpFailure {
  if (!(error instanceof Error)) return { command: '', responseCode: null };
  return {
    command: 'command' in error && typeof error.command === 'string' ? error.command : '',
    responseCode: 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null,
  };
}
