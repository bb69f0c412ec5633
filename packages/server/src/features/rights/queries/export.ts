import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { DEFAULT_QUEUE } from '../../../platform/queue/job.ts';

/** Where a page ended. The time is text from the database: in JavaScript it would lose its microseconds. */
export interface Cursor {
  position: string;
  id: string;
}

/** Rows per page; few for jobs, because the evidence of one may be megabytes. */
const ROWS = 200;
const JOBS = 10;

type Dated = 'session' | 'api_key' | 'credential' | 'job' | 'audit_log' | 'invitation' | 'mail';

const position = (table: Dated) => sql<string>`${sql.ref(`${table}.created_at`)}::text`.as('position');
const newestFirst = (table: Dated) => sql`${sql.ref(`${table}.created_at`)} desc, ${sql.ref(`${table}.id`)} desc`;

function behind(table: Dated, after: Cursor | null) {
  if (after === null) return sql<boolean>`true`;
  const own = sql`${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)}`;
  return sql<boolean>`(${own}) < (${after.position}::timestamptz, ${after.id})`;
}

export async function readSessions(db: Db, accountId: string, after: Cursor | null) {
  return db
    .selectFrom('session')
    .selectAll()
    .select(position('session'))
    .where('account_id', '=', accountId)
    .where(behind('session', after))
    .orderBy(newestFirst('session'))
    .limit(ROWS)
    .execute();
}

/** The keys of an organization, or those that an account made for any. */
export async function readKeys(
  db: Db,
  of: { column: 'organization_id' | 'created_by'; id: string },
  after: Cursor | null,
) {
  return db
    .selectFrom('api_key')
    .selectAll()
    .select(position('api_key'))
    .where(of.column, '=', of.id)
    .where(behind('api_key', after))
    .orderBy(newestFirst('api_key'))
    .limit(ROWS)
    .execute();
}

/** The account's own actions, in any organization. */
export async function readOwnAudit(db: Db, accountId: string, after: Cursor | null) {
  return db
    .selectFrom('audit_log')
    .selectAll()
    .select(position('audit_log'))
    .where('actor_id', '=', accountId)
    .where('actor_kind', '=', 'account')
    .where(behind('audit_log', after))
    .orderBy(newestFirst('audit_log'))
    .limit(ROWS)
    .execute();
}

/** Invitations to an address, whatever became of them. */
export async function readInvitationsTo(db: Db, email: string, after: Cursor | null) {
  return db
    .selectFrom('invitation')
    .innerJoin('organization', 'organization.id', 'invitation.organization_id')
    .select([
      'invitation.id',
      'organization.name as organization_name',
      'invitation.role',
      'invitation.created_at',
      'invitation.expires_at',
      'invitation.accepted_at',
      'invitation.revoked_at',
    ])
    .select(position('invitation'))
    .where('invitation.email_key', '=', sql<string>`lower(${email})`)
    .where(behind('invitation', after))
    .orderBy(newestFirst('invitation'))
    .limit(ROWS)
    .execute();
}

/** Which mails went to an address; their text is not kept. */
export async function readMailsTo(db: Db, email: string, after: Cursor | null) {
  return db
    .selectFrom('mail')
    .select(['id', 'template', 'language', 'created_at', 'sent_at', 'failed_at'])
    .select(position('mail'))
    .where(sql<string>`lower(recipient)`, '=', sql<string>`lower(${email})`)
    .where(behind('mail', after))
    .orderBy(newestFirst('mail'))
    .limit(ROWS)
    .execute();
}

export async function readCredentials(db: Db, organizationId: string, after: Cursor | null) {
  return db
    .selectFrom('credential')
    .innerJoin('organization', 'organization.id', 'credential.organization_id')
    .selectAll('credential')
    .select('organization.name as organization_name')
    .select(position('credential'))
    .where('credential.organization_id', '=', organizationId)
    .where(behind('credential', after))
    .orderBy(newestFirst('credential'))
    .limit(ROWS)
    .execute();
}

export async function readJobs(db: Db, organizationId: string, after: Cursor | null) {
  return db
    .selectFrom('job')
    .selectAll()
    .select(position('job'))
    .where('organization_id', '=', organizationId)
    .where('queue', '=', DEFAULT_QUEUE)
    .where(behind('job', after))
    .orderBy(newestFirst('job'))
    .limit(JOBS)
    .execute();
}
