import { defineRoute, type Route } from '../../http/route.ts';
import type { Db } from '../../platform/database.ts';
import type { Links } from '../../shared/links.ts';
import { getReadableJob } from './get-readable-job.ts';
import { presentJob } from './present.ts';
import { jobParams, jobResultSchema } from './schemas.ts';

/** Routes that read jobs. */
export function jobRoutes({ db, links }: { db: Db; links: Links }): Route[] {
  return [getJob(db, links)];
}

function getJob(db: Db, links: Links): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/jobs/{jid}',
    operationId: 'getJob',
    summary: 'Get a job',
    description:
      'The status of a job and, once it is completed, its result in the caller’s language. A job of an organization needs a key or a member of that organization; anyone who has the identifier of an anonymous job can read it.',
    tags: ['Jobs'],
    auth: { kind: 'optional_key_or_member', scope: 'jobs:read', permission: 'jobs:read' },
    rateLimit: 'public_read',
    params: jobParams,
    responses: { 200: { description: 'The job', schema: jobResultSchema } },
    errors: ['NOT_FOUND'],
    handler: async ({ params, principal, language }) => {
      const job = await getReadableJob(db, params.jid, principal);
      return { status: 200, headers: { 'content-language': language }, body: presentJob(job, language, links) };
    },
  });
}
