import type { Db } from '../../platform/database.ts';
import type { Language } from '../../shared/language.ts';
import type { Links } from '../../shared/links.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { presentJob } from './present.ts';
import { findReadableJob } from './queries/read.ts';
import { jobResultSchema } from './schemas.ts';

/** The answer of a route that was called with `respond-async`. */
export const acceptedResponse = {
  description: 'Accepted; poll the job until it is completed',
  schema: jobResultSchema,
  headers: {
    Location: { description: 'Address of the job' },
    'Preference-Applied': { description: '`respond-async`' },
  },
} as const;

/** That answer for a job that was just stored. */
export async function acceptedAnswer(
  { db, links }: { db: Db; links: Links },
  { id, viewer }: { id: string; viewer: Viewer },
  language: Language,
) {
  const job = await findReadableJob(db, id, viewer);
  if (job === undefined) throw new Error(`job ${id} is gone`);
  return {
    status: 202,
    headers: {
      location: `/v1/jobs/${id}`,
      'preference-applied': 'respond-async',
      'content-language': language,
    },
    body: presentJob(job, language, links),
  } as const;
}
