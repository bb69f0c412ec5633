import { ConfigError, isPublic, type Config } from './config.ts';
import type { Log } from './platform/log.ts';
import { mailsOf } from './platform/mailer.ts';

const ROOT = 0;

export interface StartSurroundings {
  /** Of the user who starts the process; undefined where the system has no such number. */
  uid: number | undefined;
  log: Log;
}

/**
 * What a server must not be started with, although every setting fits by itself. Commands beside it may be.
 * @throws {ConfigError}
 */
export function checkStart(config: Config, { uid, log }: StartSurroundings): void {
  if (isPublic(config) && !config.isEnvironmentChosen) {
    throw new ConfigError(
      'BASE_URL or HOST lets others than this machine reach the service: set REVERA_ENV=production, or REVERA_ENV=development when it is only tried out',
    );
  }
  if (uid === ROOT) {
    // Programs of others decode untrusted pictures in our processes: a flaw of theirs must not be worth the machine.
    if (config.environment === 'production') {
      throw new ConfigError('The service does not run as root in production: start it as a user of its own');
    }
    log.warn('running as root; in production that is refused');
  }
  if (mailsOf(config) === 'kept') {
    log.warn({ folder: 'DATA_DIR/mailbox' }, 'mails are not sent, only kept as files: SMTP_HOST is not set');
  }
}
