import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../../config.ts';
import { isJsonObject } from '../../http/openapi-schemas.ts';
import { sweepBlobs } from '../../platform/blob-registry.ts';
import { foldUsage } from '../../features/usage/index.ts';
import { silentLog } from '../../platform/log.ts';
import { releaseAbandoned } from '../../platform/quota-store.ts';
import { until } from '../../platform/test-process.ts';
import { openServices } from '../../services.ts';
import { checkStoredFiles } from '../../testing/check-stored-files.ts';
import type { Ledger } from './ledger.ts';
import { askToSign } from './load.ts';
import type { World } from './world.ts';

/** A dead process's lease ends, the retry's wait, and the work itself. */
const PATIENCE = { everyMs: 250, withinMs: 180_000 };

/** Counts that must be zero once everything works again. */
export interface Reckoning {
  lost: { signatures: number; jobs: number; accounts: number; mails: number; units: number; events: number };
  doubled: { signatures: number; accounts: number; mails: number; units: number; events: number };
  left_behind: { jobs: number; uploads: number; blobs: number; reservations: number };
  /** Units by which the counter of the quota and the sums by day differ from the rows. */
  miscounted: { used: number; summed: number };
}

/** What was reckoned, and how many units there were: nothing is miscounted where nothing is counted. */
export interface Reckoned {
  reckoning: Reckoning;
  recorded: number;
  used: number;
}

/** Jobs of somebody that ended and were not counted, or not as what they are. */
const UNITS_LOST = `
  select count(*) as n from job
  where organization_id is not null and kind in ('verification', 'analysis', 'signing') and status in ('completed', 'failed')
    and not exists (
      select from usage_records u where u.job_id = job.id and u.operation = job.kind and u.outcome = job.status)`;
/** Units that were counted twice, or for a job that did not end. */
const UNITS_DOUBLED = `
  select count(*) as n from (
    select from usage_records u left join job on job.id = u.job_id and job.status in ('completed', 'failed')
    group by u.job_id, u.operation having count(*) > 1 or count(job.id) = 0) d`;

/** Jobs whose end the webhook was not told. */
const EVENTS_LOST = `
  select count(*) as n from job
  where organization_id is not null and kind in ('verification', 'signing') and status in ('completed', 'failed')
    and id <> all($1)`;
/** Jobs whose end was written down as more than one event. An event that was sent twice has one name. */
const EVENTS_DOUBLED = `
  select count(*) as n from (
    select from webhook_event where job_id is not null group by job_id having count(*) > 1) d`;
const USED = `
  select coalesce(sum(abs(used - counted)), 0) as n from (
    select sum(used) as used, (
      select count(*) from usage_records u
      where u.organization_id = q.organization_id and u.operation = q.operation
        and u.mode = 'live' and u.outcome = 'completed') as counted
    from usage_quota q group by organization_id, operation) d`;
const SUMMED = `
  select coalesce(sum(abs(counted)), 0) as n from (
    select sum(counted) as counted from (
      select organization_id, operation, mode, completed + failed as counted from usage_day
      union all
      select organization_id, operation, mode, -1 from usage_records) u
    group by organization_id, operation, mode) d`;
const RESERVED = `
  select (select coalesce(sum(reserved), 0) from usage_quota) + (select count(*) from usage_reservation) as n`;

/** The jobs that the webhook was told of. */
function toldJobs(told: World['told']): string[] {
  return told.map(({ body }) => {
    const message: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    const data = isJsonObject(message) ? message['data'] : undefined;
    return isJsonObject(data) ? String(data['id']) : '';
  });
}

/** Repeats requests without an answer, and waits until everything that was accepted is done. */
export async function settle({ target, settings }: Pick<World, 'target' | 'settings'>, ledger: Ledger): Promise<void> {
  for (const wanted of ledger.signatures) {
    await until(
      async () => wanted.credentials.size > 0 || (await askToSign(target(), ledger, wanted)) === 'done',
      PATIENCE,
    );
  }
  const services = await openServices(readConfig(settings), { log: silentLog });
  try {
    const { pool } = services.database;
    const open = `select kind, status, attempts, error_code, count(*)::int as jobs from job
      where status in ('queued', 'processing') group by 1, 2, 3, 4`;
    const isOver = async () => (await pool.query(open)).rowCount === 0;
    await until(isOver, PATIENCE).catch(async (error: unknown) => {
      throw new Error(`still open: ${JSON.stringify((await pool.query(open)).rows)}`, { cause: error });
    });
    const untold = `select from webhook_delivery where status = 'pending'`;
    await until(async () => (await pool.query(untold)).rowCount === 0, PATIENCE);
  } finally {
    await services.close();
  }
}

/** Compares the promises with the stored facts. The service has stopped. */
export async function reckon(
  ledger: Ledger,
  { settings, installation, told }: Pick<World, 'settings' | 'installation' | 'told'>,
): Promise<Reckoned> {
  const uploads = await installation.uploads();
  const services = await openServices(readConfig(settings), { log: silentLog });
  const { pool } = services.database;
  const number = async (query: string, values: unknown[] = []): Promise<number> =>
    Number((await pool.query<{ n: string }>(query, values)).rows[0]?.n ?? 0);
  try {
    // Unreferenced objects are swept at once, and not in an hour.
    await pool.query(
      `update blob set delete_after = now() - interval '1 second'
       where not exists (select from credential where asset_key = blob.key)`,
    );
    await sweepBlobs(services.database, services.blobs, silentLog);
    await checkStoredFiles(services);
    // So are units that were promised to requests whose process was killed.
    await pool.query(`update usage_reservation set held_until = now() - interval '1 second'`);
    await releaseAbandoned(services.database.db);
    await foldUsage(services.database.db);
    const registered = [...ledger.registered];
    const mails = await mailsTo(join(settings['DATA_DIR'] ?? '', 'mailbox'), registered);
    const reckoning = {
      lost: {
        signatures: ledger.signatures.filter(({ credentials }) => credentials.size === 0).length,
        jobs:
          ledger.accepted.size -
          (await number(`select count(*) as n from job where id = any($1) and status = 'completed'`, [
            [...ledger.accepted],
          ])),
        accounts:
          registered.length - (await number('select count(*) as n from account where email = any($1)', [registered])),
        mails: mails.filter((count) => count === 0).length,
        units: await number(UNITS_LOST),
        events: await number(EVENTS_LOST, [toldJobs(told)]),
      },
      doubled: {
        signatures:
          (await number('select count(*) as n from credential')) -
          ledger.signatures.length +
          ledger.signatures.filter(({ credentials }) => credentials.size > 1).length,
        accounts: await number(
          'select count(*) as n from (select from account group by lower(email) having count(*) > 1) d',
        ),
        mails: mails.filter((count) => count > 1).length,
        units: await number(UNITS_DOUBLED),
        events: await number(EVENTS_DOUBLED),
      },
      left_behind: {
        jobs: await number(`select count(*) as n from job where status in ('queued', 'processing')`),
        uploads: uploads.length,
        blobs: await number(
          'select count(*) as n from blob where not exists (select from credential where asset_key = key)',
        ),
        reservations: await number(RESERVED),
      },
      miscounted: { used: await number(USED), summed: await number(SUMMED) },
    };
    return {
      reckoning,
      recorded: await number('select count(*) as n from usage_records'),
      used: await number('select sum(used) as n from usage_quota'),
    };
  } finally {
    await services.close();
  }
}

/** How many mails were sent to each address. */
async function mailsTo(folder: string, addresses: readonly string[]): Promise<number[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return addresses.map((address) => texts.filter((text) => text.includes(`To: ${address}`)).length);
}
