import { readConfig } from '../config.ts';
import { startServer, type Role, type RunningServer } from '../serve.ts';
import { done, refused, type CommandResult, type Environment } from './command-result.ts';
import { showFirstStart, type FirstStartShown } from './init.ts';
import { endOnUncaught } from './last-resort.ts';
import { operatorRefusal } from './operator-refusal.ts';

export interface ServeOptions {
  role: Role;
  /** Called once, when requests or jobs are accepted. */
  onReady(ready: ServerReady): void;
}

export interface ServerReady {
  role: Role;
  /** Null when this role does not listen. */
  address: string | null;
  data_dir: string;
  /**
   * Opens the development mailbox to anybody who has it, so it must not go into logs that others read. Null without a mailbox.
   */
  mailbox: string | null;
  /** Secrets of a new installation, shown this once; null on every later start. */
  first_start: FirstStartShown | null;
}

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** `failed`: the service could not continue, and its log says why. */
export type ServeResult = CommandResult<null> | { kind: 'failed' };

/** Runs until a signal to stop, then accepts no more work, finishes what is in flight and closes everything. */
export async function serve(environment: Environment, options: ServeOptions): Promise<ServeResult> {
  const stopped = signalToStop();
  let server: RunningServer;
  try {
    const config = readConfig(environment);
    endOnUncaught(config.logLevel);
    server = await startServer(config, options.role);
  } catch (error) {
    return refusal(error);
  }
  const { address, mailbox, firstStart, services } = server;
  options.onReady({
    role: options.role,
    address,
    data_dir: services.config.dataDir,
    mailbox,
    first_start: showFirstStart(firstStart),
  });
  const end = await Promise.race([stopped, server.failed]);
  if (end instanceof Error) services.log.fatal({ err: end }, 'the service cannot go on and ends');
  else services.log.info({ signal: end }, 'stopping');
  await server.stop();
  return end instanceof Error ? { kind: 'failed' } : done(null);
}

function refusal(error: unknown): CommandResult<null> {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE' || code === 'EACCES' || code === 'EADDRNOTAVAIL') {
    return refused('ADDRESS', `The address to listen on cannot be used (${code}). Set HOST and PORT.`);
  }
  return operatorRefusal(error);
}

/** The first signal stops gracefully; a second one ends the process immediately. */
function signalToStop(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of STOP_SIGNALS) {
      process.once(signal, () => {
        for (const other of STOP_SIGNALS) process.once(other, () => process.exit(1));
        resolve(signal);
      });
    }
  });
}
