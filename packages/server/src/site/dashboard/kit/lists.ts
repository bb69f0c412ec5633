import { listKeyNames } from '../../../features/api-keys/index.ts';
import { listPreviewed, type JobSummary } from '../../../features/jobs/index.ts';
import type { PageAnswer } from '../../../http/page-route.ts';
import type { PageServices } from '../../services.ts';
import type { JobsBeside } from './present.ts';

/** What the rows of jobs show besides the jobs. */
export async function besideJobs(
  db: PageServices['db'],
  organizationId: string,
  jobs: readonly JobSummary[],
): Promise<JobsBeside> {
  const [previewed, keys] = await Promise.all([
    listPreviewed(
      db,
      jobs.map(({ id }) => id),
    ),
    listKeyNames(
      db,
      organizationId,
      jobs.flatMap(({ api_key_id: key }) => key ?? []),
    ),
  ]);
  return { previewed, keys };
}

/** A list as a file for spreadsheets, named after the day. */
export function csvFile(name: string, now: Date, body: string): PageAnswer {
  const day = now.toISOString().slice(0, 'YYYY-MM-DD'.length);
  return {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}-${day}.csv"`,
    },
    body,
  };
}
