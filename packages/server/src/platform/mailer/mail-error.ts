/** A mail that was not accepted. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** `permanent`: this mail to this recipient is refused for good. `temporary`: another attempt may help. */
  readonly kind: 'permanent' | 'temporary';

  constructor(kind: MailError['kind'], message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.kind = kind;
  }
}

/** The facts that nodemailer gives about a failure. */
interface SmtpFailure {
  /** The SMTP command that was answered; `API`, `CONN` when none was. */
  command: string;
  responseCode: number | null;
}

/**
 * Only an answer about this recipient or this very text is final. Other permanent refusals, of a sender, a password or a client,
 * can be fixed by the operator, and no mail is lost meanwhile.
 */
export function mailErrorFrom(error: unknown): MailError {
  const { command, responseCode } = failureOf(error);
  const isRefusal = responseCode !== null && responseCode >= 500 && !AUTHENTICATION.has(responseCode);
  const isFinal = isRefusal && (command === 'RCPT TO' || command === 'DATA');
  const answer = responseCode === null ? 'did not take the mail' : `answered ${responseCode} to ${command}`;
  return new MailError(isFinal ? 'permanent' : 'temporary', `the mail server ${answer}`, { cause: error });
}

/** RFC 4954 §6: authentication is required, failed, or needs TLS; also sent in answer to later commands. */
const AUTHENTICATION: ReadonlySet<number> = new Set([530, 534, 535, 538]);

function failureOf(error: unknown): SmtpFailure {
  if (!(error instanceof Error)) return { command: '', responseCode: null };
  return {
    command: 'command' in error && typeof error.command === 'string' ? error.command : '',
    responseCode: 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null,
  };
}
