import type { Operation } from '../shared/operations.ts';
import type { TestServer } from './test-services.ts';

/** What the operator's command does: bounds an operation of one organization; null: for nothing. */
export async function limitUsage(
  { services }: TestServer,
  organizationId: string,
  operation: Operation,
  included: number | null,
): Promise<void> {
  await services.database.pool.query(
    `insert into usage_limit (organization_id, operation, included) values ($1, $2, $3)
     on conflict (organization_id, operation) do update set included = excluded.included`,
    [organizationId, operation, included],
  );
}

/** The counters of an organization. */
export async function quotaOf({ services }: TestServer, organizationId: string): Promise<unknown[]> {
  const { rows } = await services.database.pool.query<object>(
    `select operation, used, reserved from usage_quota where organization_id = $1 order by period_start, operation`,
    [organizationId],
  );
  return rows;
}

/** The rows of an organization: `2 verification live completed`. */
export async function countedOf({ services }: TestServer, organizationId: string): Promise<string[]> {
  const { rows } = await services.database.pool.query<{ line: string }>(
    `select concat_ws(' ', count(*), operation, mode, outcome) as line from usage_records
     where organization_id = $1 group by operation, mode, outcome order by operation, mode, outcome`,
    [organizationId],
  );
  return rows.map(({ line }) => line);
}
