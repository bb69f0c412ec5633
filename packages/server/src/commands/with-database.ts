import { readConfig, type Config } from '../config.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { createLog, type Log } from '../platform/log.ts';
import { openMigratedDatabase } from '../services.ts';
import type { CommandResult, Environment } from './command-result.ts';
import { operatorRefusal } from './operator-refusal.ts';

/** What a command line tool can use of the installation while it runs. */
export interface CommandServices {
  config: Config;
  log: Log;
  clock: Clock;
  database: Database;
}

/** Only problems reach the terminal of a short command. */
const COMMAND_LOG_LEVEL = 'error';

export const COMMAND_ACTOR = { kind: 'command', id: null } as const;

/** Opens the installation, with or without a running server, and closes it before answering. */
export async function withDatabase<Value>(
  environment: Environment,
  work: (services: CommandServices) => Promise<CommandResult<Value>>,
): Promise<CommandResult<Value>> {
  const log = createLog({ level: COMMAND_LOG_LEVEL, write: (line) => process.stderr.write(line) });
  try {
    const config = readConfig(environment);
    const database = await openMigratedDatabase(config, { log });
    try {
      return await work({ config, log, clock: systemClock, database });
    } finally {
      await database.close();
    }
  } catch (error) {
    return operatorRefusal(error);
  }
}
