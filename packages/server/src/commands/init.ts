import { claimFirstStart, ensureDevelopmentRoot, type FirstStart } from '../first-start.ts';
import { createPasswords } from '../platform/passwords.ts';
import { openSealedBox } from '../platform/secret-keys.ts';
import { done, type CommandResult, type Environment } from './command-result.ts';
import { withDatabase } from './with-database.ts';

/** Secrets of a new installation, shown this once. */
export interface FirstStartShown {
  /** Null when there was one already, or the address had an account. `password` only allows setting another. */
  administrator: { email: string; password: string } | null;
  test_key: string;
}

export interface Initialized {
  data_dir: string;
  /** Null when the installation was made before. */
  first_start: FirstStartShown | null;
}

/** Does the work of the first start without serving: database, development certificates, administrator, test key. */
export function initCommand(environment: Environment): Promise<CommandResult<Initialized>> {
  return withDatabase(environment, async (opened) => {
    const { config } = opened;
    const services = { ...opened, passwords: createPasswords() };
    await ensureDevelopmentRoot(services);
    await openSealedBox(config.dataDir, config);
    return done({ data_dir: config.dataDir, first_start: showFirstStart(await claimFirstStart(services)) });
  });
}

export function showFirstStart(firstStart: FirstStart | null): FirstStartShown | null {
  return firstStart === null ? null : { administrator: firstStart.administrator, test_key: firstStart.testKey };
}
