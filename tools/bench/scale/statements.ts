import type pg from 'pg';

/** A statement of the service, as PostgreSQL counted it. */
export interface Statement {
  text: string;
  calls: number;
  /** Planning and execution of all calls. */
  ms: number;
  slowestMs: number;
}

export async function readStatements(client: pg.Client): Promise<Statement[]> {
  const { rows } = await client.query<Statement>(`
    select query as text, sum(calls)::float8 as calls, sum(total_plan_time + total_exec_time)::float8 as ms,
      max(max_exec_time)::float8 as "slowestMs"
    from pg_stat_statements group by query order by 3 desc`);
  return rows;
}

/** What the statements of a verification are for, by a piece of their text. The first that fits counts. */
const PURPOSES: readonly (readonly [piece: RegExp, purpose: string])[] = [
  [/with found as/, 'admit the key, take its token, reserve its unit'],
  [/with ended as \(insert/, 'store the ended job, its unit and its event'],
  [/with "due" as \(select .* from "job"/, 'claim due jobs'],
  [/with busy as/, 'look for due webhooks'],
  [/with arrived as|insert into "job_thumbnail"/, 'store the pictures'],
  [/with ended as \(select/, 'count the ended job'],
  [/^insert into "job"/, 'store the queued job'],
  [/^update "job" set "status"/, 'end the job'],
  [/tell_of_change/, 'end the job and tell of it'],
  [/not exists \(select from usage_reservation/, 'look for a unit to reserve'],
  [/pg_notify/, 'wake the workers'],
  [/^select .* from "job"/, 'read the job'],
  [/credential/, 'look its signature up in the register'],
  [/blob/, 'keep the register of objects'],
  [/^insert into usage_day/, 'sum usage'],
  [/full join/, 'check the sums of usage'],
  [/^(begin|start transaction|commit)/, 'begin and commit'],
  [/trust_list/, 'read the trust lists'],
  [/^(select \$1$|LISTEN)/i, 'probe the connection'],
];

/** Sums by purpose; what has none is summed last. */
export function byPurpose(statements: readonly Statement[]): Statement[] {
  const sums = new Map<string, Statement>();
  for (const { text, calls, ms, slowestMs } of statements) {
    const line = text.replaceAll(/\s+/g, ' ').trim();
    const purpose = PURPOSES.find(([piece]) => piece.test(line))?.[1] ?? 'other';
    const sum = sums.get(purpose) ?? { text: purpose, calls: 0, ms: 0, slowestMs: 0 };
    const slowest = Math.max(sum.slowestMs, slowestMs);
    sums.set(purpose, { text: purpose, calls: sum.calls + calls, ms: sum.ms + ms, slowestMs: slowest });
  }
  const rest = (one: Statement): number => (one.text === 'other' ? 1 : 0);
  return [...sums.values()].toSorted((a, b) => rest(a) - rest(b) || b.ms - a.ms);
}
