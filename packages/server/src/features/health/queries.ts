import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { COMPONENTS, type Component, type ComponentState } from '../../shared/components.ts';
import type { DeliveryStatus, QueueStatus } from '../../shared/service-status.ts';
import { HISTORY_DAYS } from './limits.ts';

export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/** The jobs that are due or being worked on, by the clock of the database. */
export async function countOpenJobs(db: Db): Promise<QueueStatus> {
  const { rows } = await sql<QueueStatus>`
    select
      (count(*) filter (where status = 'queued'))::int as "waiting",
      (count(*) filter (where status = 'processing'))::int as "running",
      coalesce(extract(epoch from now() - min(run_at) filter (where status = 'queued')) * 1000, 0)::float8 as "oldestMs"
    from job
    where status = 'processing' or (status = 'queued' and run_at <= now())`.execute(db);
  return rows[0] ?? { waiting: 0, running: 0, oldestMs: 0 };
}

/** The deliveries of webhooks that are due, by the clock of the database. */
export async function countDueDeliveries(db: Db): Promise<DeliveryStatus> {
  const { rows } = await sql<DeliveryStatus>`
    select count(*)::int as "waiting",
      coalesce(extract(epoch from now() - min(due_at)) * 1000, 0)::float8 as "oldestMs"
    from webhook_delivery delivery join webhook_endpoint endpoint on endpoint.id = delivery.endpoint_id
    where delivery.status = 'pending' and delivery.due_at <= now() and endpoint.enabled`.execute(db);
  return rows[0] ?? { waiting: 0, oldestMs: 0 };
}

export interface Sample {
  slot: Date;
  component: Component;
  state: ComponentState;
}

/** Of several processes that measured in the same slot, the worst remains. */
export async function storeSamples(db: Db, samples: readonly Sample[]): Promise<void> {
  const order = sql`array['works', 'reduced', 'fails']`;
  await db
    .insertInto('health_sample')
    .values([...samples])
    .onConflict((conflict) =>
      conflict
        .columns(['slot', 'component'])
        .doUpdateSet({ state: sql<ComponentState>`excluded.state` })
        .where(sql<boolean>`array_position(${order}, excluded.state) > array_position(${order}, health_sample.state)`),
    )
    .execute();
}

export async function pruneSamples(db: Db): Promise<void> {
  await sql`delete from health_sample where slot < now() - ${HISTORY_DAYS}::int * interval '1 day'`.execute(db);
}

/** How many samples of a day there are, by state. */
export interface DayRow extends Record<ComponentState, number> {
  component: Component;
  /** As `2026-11-23`, in UTC. */
  day: string;
}

/** Every one of the days that are shown, the oldest first; one that nothing was recorded on has no samples. */
export async function listDays(db: Db): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    with counted as (
      select component, (slot at time zone 'UTC')::date as day,
        (count(*) filter (where state = 'works'))::int as works,
        (count(*) filter (where state = 'reduced'))::int as reduced,
        (count(*) filter (where state = 'fails'))::int as fails
      from health_sample group by 1, 2
    ), shown as (
      select at::date as day, component
      from generate_series(
        (now() at time zone 'UTC')::date - ${HISTORY_DAYS - 1}::int, (now() at time zone 'UTC')::date, interval '1 day'
      ) as days (at) cross join unnest(${[...COMPONENTS]}::text[]) as components (component)
    )
    select shown.component, to_char(shown.day, 'YYYY-MM-DD') as day, coalesce(works, 0) as works,
      coalesce(reduced, 0) as reduced, coalesce(fails, 0) as fails
    from shown left join counted on counted.component = shown.component and counted.day = shown.day
    order by shown.day`.execute(db);
  return rows;
}
