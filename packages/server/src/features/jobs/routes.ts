import { defineRoute, type Route } from '../../http/route.ts';
import type { Db } from '../../platform/database.ts';
import type { Job } from '../../platform/queue.ts';
import type { Links } from '../../shared/links.ts';
import { AppError } from '../../shared/app-error.ts';
import type { AnonymousPrincipal, ApiKeyPrincipal, MemberPrincipal } from '../../shared/principal.ts';
import { presentJob, presentReport } from './present.ts';
import { findReadableJob } from './queries.ts';
import { jobParams, jobResultSchema, reportQuery, reportSchema } from './schemas.ts';

/** Routes that read jobs. */
export function jobRoutes({ db, links }: { db: Db; links: Links }): Route[] {
  return [getJob(db, links), getReport(db)];
}

async function getReadableJob(
  db: Db,
  jid: string,
  principal: ApiKeyPrincipal | MemberPrincipal | AnonymousPrincipal,
): Promise<Job> {
  const organizationId = principal.kind === 'anonymous' ? null : principal.organizationId;
  const job = await findReadableJob(db, jid, organizationId);
  if (job === undefined) throw new AppError('NOT_FOUND');
  return job;
}

function getJob(db: Db, links: Links): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/jobs/{jid}',
    operationId: 'getJob',
    summary: 'Read a job',
    description:
      'The state of a job and, when it is completed, its result in the caller’s language. A job of an organization needs a key or a member of that organization; an anonymous one is readable by whoever holds its identifier.',
    tags: ['Jobs'],
    auth: { kind: 'optional_key_or_member', scope: 'jobs:read', permission: 'jobs:read' },
    rateLimit: 'public_read',
    params: jobParams,
    responses: { 200: { description: 'The job', schema: jobResultSchema } },
    errors: ['NOT_FOUND'],
    handler: async ({ params, principal, language }) => {
      const job = await getReadableJob(db, params.jid, principal);
      return { status: 200, body: presentJob(job, language, links) };
    },
  });
}

function getReport(db: Db): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/jobs/{jid}/report',
    operationId: 'getJobReport',
    summary: 'Read the full evidence of a job',
    description:
      'Every manifest, assertion, ingredient and status code with the versions, trust lists and time it was judged with. NOT_FOUND when the job has no result, or, for crjson, when the file carries no readable manifest store.',
    tags: ['Jobs'],
    auth: { kind: 'optional_key_or_member', scope: 'jobs:read', permission: 'jobs:read' },
    rateLimit: 'public_read',
    params: jobParams,
    query: reportQuery,
    responses: { 200: { description: 'The report', schema: reportSchema } },
    errors: ['NOT_FOUND'],
    handler: async ({ params, query, principal, language }) => {
      const job = await getReadableJob(db, params.jid, principal);
      const report = query.format === 'json' ? presentReport(job, language) : parseCrjson(job.crjson);
      if (report === null) throw new AppError('NOT_FOUND');
      return {
        status: 200,
        headers: { 'content-disposition': `attachment; filename="${job.id}.${FILE_ENDINGS[query.format]}"` },
        body: report,
      };
    },
  });
}

const FILE_ENDINGS = { json: 'report.json', crjson: 'crjson.json' } as const;

/** Written by the engine as a JSON object. */
function parseCrjson(text: string | null): Record<string, unknown> | null {
  if (text === null) return null;
  return reportSchema.parse(JSON.parse(text));
}
