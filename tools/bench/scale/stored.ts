import type { World } from './world.ts';

/** What a result takes while it is kept and what is left of it for good. */
export async function measureStored(world: World): Promise<Record<string, number>> {
  const { rows } = await world.client.query<Record<string, number>>(`
    select avg(pg_column_size(result))::float8 as "stored.result_bytes",
      avg(pg_column_size(evidence))::float8 as "stored.report_bytes",
      coalesce(avg(pg_column_size(crjson)), 0)::float8 as "stored.crjson_bytes",
      avg((select coalesce(sum(length(bytes)), 0) from job_thumbnail where job_id = job.id))::float8
        as "stored.pictures_bytes"
    from job where queue = 'media' and status = 'completed'`);
  return { ...rows[0], 'stored.apart_values': await valuesApart(world), ...(await expiredBytes(world)) };
}

/** How many values of a job are stored apart from its row (TOAST), each with a number of its own. */
async function valuesApart({ client }: World): Promise<number> {
  const { rows } = await client.query<{ name: string; jobs: number }>(`
    select reltoastrelid::regclass::text as name, (select count(*)::int from job where queue = 'media') as jobs
    from pg_class where oid = 'job'::regclass`);
  const [row] = rows;
  if (row === undefined) throw new Error('there is no table of jobs');
  const values = await client.query<{ count: number }>(
    `select count(distinct chunk_id)::int as count from ${row.name}`,
  );
  return (values.rows[0]?.count ?? 0) / row.jobs;
}

/** Bytes of a job's row and of its entries in the indexes after its result has expired, packed as densely as in a new table. */
async function expiredBytes({ client }: World): Promise<Record<string, number>> {
  await client.query('create table expired_job (like job including all)');
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
    where attrelid = 'job'::regclass and attnum > 0 and not attisdropped`,
  );
  const names = rows[0]?.names ?? '';
  await client.query(`insert into expired_job (${names}) select ${names} from job where queue = 'media'`);
  await client.query(`
    update expired_job set status = 'expired', filename = null, input = '{}', result = null, evidence = null,
      crjson = null, signing = null`);
  await client.query('vacuum full expired_job');
  const sizes = await client.query<Record<string, number>>(`
    select (pg_relation_size('expired_job') / nullif(count(*), 0))::float8 as "stored.expired_rows_bytes",
      (pg_indexes_size('expired_job') / nullif(count(*), 0))::float8 as "stored.expired_indexes_bytes"
    from expired_job`);
  await client.query('drop table expired_job');
  return { ...sizes.rows[0] };
}
