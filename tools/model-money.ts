import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * Lets several workers order, pay, cancel, renew and spend at random, with crashes and killed sessions, and looks at the books
 * afterwards. The table at the end counts what happened. With `--database-url` it makes a database of its own on that server, and
 * removes it.
 */
const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    'database-url': { type: 'string' },
  },
});
const url = values['database-url'];
const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'packages/server/src/features/billing/invariants.test.ts'];
const { status } = spawnSync(process.execPath, vitest, {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: {
    ...process.env,
    REVERA_MODEL_OPERATIONS: values.operations,
    REVERA_MODEL_SEED: values.seed,
    ...(url === undefined ? {} : { REVERA_MODEL_DATABASE_URL: url }),
  },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
