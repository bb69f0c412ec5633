// A process of its own for tests that kill one. Says what it has done on standard output; ends at the end of its input.
import { once } from 'node:events';
import { systemClock } from './clock.ts';
import { connectDatabase, openDatabase, type Database } from './database.ts';
import { createLog, silentLog } from './log.ts';
import { createWorker } from './queue/worker.ts';
import { openSealedBox } from './secret-keys.ts';

const [command, target] = process.argv.slice(2);
if (target === undefined) throw new Error('usage: test-program.ts hold|write|worker|seal TARGET');
const say = (text: string) => process.stdout.write(`${text}\n`);
const inputEnded = once(process.stdin.resume(), 'end');

/** Opens the database of a data folder and keeps it open. */
async function hold(database: Database): Promise<void> {
  say('ready');
  await inputEnded;
  await database.close();
}

/** Commits rows one after another and reports each. */
async function write({ pool }: Database): Promise<never> {
  await pool.query('create table if not exists written (n bigint primary key)');
  const { rows } = await pool.query<{ last: number }>('select coalesce(max(n), 0) as last from written');
  for (let n = (rows[0]?.last ?? 0) + 1; ; n++) {
    await pool.query('insert into written values ($1)', [n]);
    say(String(n));
  }
}

/** Takes jobs and never ends them. */
async function work(database: Database): Promise<void> {
  const worker = createWorker({
    database,
    queue: 'media',
    endJob: () => Promise.reject(new Error('jobs are not ended here')),
    concurrency: 1,
    clock: systemClock,
    log: silentLog,
    leaseMs: 300,
    handlers: {
      lab: async ({ job }) => {
        say(job.id);
        await inputEnded;
      },
    },
  });
  await worker.start();
  await inputEnded;
  await worker.stop({ graceMs: 0 });
  await database.close();
}

/** Seals the name of a data folder with its key. */
async function seal(dataDir: string): Promise<void> {
  const box = await openSealedBox(dataDir, { secretKey: undefined, previousSecretKeys: [] });
  say((await box.seal(Buffer.from(dataDir))).toString('base64'));
  await inputEnded;
}

if (command === 'seal') {
  await seal(target);
} else if (command === 'worker') {
  await work(await connectDatabase({ connectionString: target }, { log: silentLog }));
} else {
  const log = createLog({ level: 'warn', write: (line) => process.stderr.write(line) });
  const database = await openDatabase({ dataDir: target, log });
  await (command === 'write' ? write(database) : hold(database));
}
