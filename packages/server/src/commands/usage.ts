import { rebuildUsage, type RebuiltUsage } from '../features/usage/index.ts';
import { done, refused, type CommandResult, type Environment } from './command-result.ts';
import { withDatabase } from './with-database.ts';

/** Makes the sums of usage by day again, from this day on (`2026-11-23`); null for all days whose rows are kept. */
export async function rebuildUsageCommand(
  environment: Environment,
  from: string | null,
): Promise<CommandResult<RebuiltUsage>> {
  if (from !== null && !isDay(from)) return refused('DAY_INVALID', `${from} is no day, such as 2026-11-23.`);
  return withDatabase(environment, async ({ database }) => done(await rebuildUsage(database.db, from ?? undefined)));
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) && text.length === 10;
}
