import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../platform/database.ts';
import type { IncidentComponent, IncidentState } from '../../shared/components.ts';

/** A text in each language that it is written in. */
export interface Texts {
  en?: string | undefined;
  'zh-CN'?: string | undefined;
}

const UPDATES_SHOWN = 50;
/** The status page shows as many. */
const RECENT_MAX = 50;
const RECENT = sql`interval '90 days'`;

function incidents(db: Db) {
  return db
    .selectFrom('incident')
    .select((eb) => [
      'incident.id',
      'incident.component',
      'incident.title_en',
      'incident.title_zh_cn',
      'incident.started_at',
      jsonArrayFrom(
        eb
          .selectFrom('incident_update')
          .whereRef('incident_update.incident_id', '=', 'incident.id')
          .select(['incident_update.state', 'incident_update.text_en', 'incident_update.text_zh_cn'])
          .select(sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('created_at'))
          .orderBy('incident_update.id', 'desc')
          .limit(UPDATES_SHOWN),
      ).as('updates'),
    ])
    .orderBy('incident.started_at', 'desc')
    .orderBy('incident.id');
}

export type Incident = Awaited<ReturnType<ReturnType<typeof incidents>['execute']>>[number];

/** One part, newest first, and how many there are. */
export async function listIncidents(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Incident[]; total: number }> {
  const rows = await incidents(db).limit(limit).offset(offset).execute();
  const { total } = await db
    .selectFrom('incident')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** Those that began in the last 90 days, or are not resolved, newest first. */
export async function listRecentIncidents(db: Db): Promise<Incident[]> {
  return incidents(db)
    .where((eb) =>
      eb.or([
        eb('incident.started_at', '>', sql<Date>`now() - ${RECENT}`),
        eb(
          eb
            .selectFrom('incident_update')
            .whereRef('incident_update.incident_id', '=', 'incident.id')
            .select('incident_update.state')
            .orderBy('incident_update.id', 'desc')
            .limit(1),
          '<>',
          'resolved',
        ),
      ]),
    )
    .limit(RECENT_MAX)
    .execute();
}

export async function findIncident(db: Db, id: string): Promise<Incident | undefined> {
  return incidents(db).where('incident.id', '=', id).executeTakeFirst();
}

export async function insertIncident(
  trx: Db,
  { id, component, title }: { id: string; component: IncidentComponent; title: Texts },
): Promise<void> {
  await trx
    .insertInto('incident')
    .values({ id, component, title_en: title.en ?? null, title_zh_cn: title['zh-CN'] ?? null })
    .execute();
}

export async function insertUpdate(
  trx: Db,
  { incidentId, state, text }: { incidentId: string; state: IncidentState; text: Texts },
): Promise<void> {
  await trx
    .insertInto('incident_update')
    .values({ incident_id: incidentId, state, text_en: text.en ?? null, text_zh_cn: text['zh-CN'] ?? null })
    .execute();
}

/** Whether there is such an incident; nobody else changes it until the transaction ends. */
export async function lockIncident(trx: Db, id: string): Promise<boolean> {
  const row = await trx.selectFrom('incident').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return row !== undefined;
}

export async function removeIncident(trx: Db, id: string): Promise<boolean> {
  const row = await trx.deleteFrom('incident').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}
