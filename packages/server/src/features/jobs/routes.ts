import { defineRoute, type Route } from '../../http/route.ts';
import type { Db } from '../../platform/database.ts';
import type { Links } from '../../shared/links.ts';
import { getReadableJob } from './get-readable-job.ts';
import { presentJob } from './present.ts';
import { OTHER_REPORT_TYPES, renderReport, type ReportServices } from './report-forms.ts';
import { jobParams, jobResultSchema, reportQuery, reportSchema } from './schemas.ts';
import { thumbnailRoutes } from './thumbnail-routes.ts';

/** Routes that read jobs. */
export function jobRoutes(services: ReportServices): Route[] {
  const { db, links } = services;
  return [getJob(db, links), getReport(services), ...thumbnailRoutes(db)];
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

function getReport(services: ReportServices): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/jobs/{jid}/report',
    operationId: 'getJobReport',
    summary: 'Get the full evidence of a job',
    description:
      'Every manifest, assertion, ingredient and status code, with the versions, trust lists and time of the judgement. The report of a job in one language stays the same, byte for byte, until the service is updated. NOT_FOUND when the job has no result, or, for crjson, when the file carries no readable manifest store. With format=pdf also RATE_LIMITED when too many reports are being made, and JOB_TIMEOUT.',
    tags: ['Jobs'],
    auth: { kind: 'optional_key_or_member', scope: 'jobs:read', permission: 'jobs:read' },
    rateLimit: 'public_read',
    params: jobParams,
    query: reportQuery,
    responses: {
      200: {
        description: 'The report',
        schema: reportSchema,
        others: OTHER_REPORT_TYPES,
        headers: { 'Content-Disposition': { description: '`attachment`, with the identifier of the job as the name' } },
      },
    },
    errors: ['NOT_FOUND', 'JOB_TIMEOUT'],
    handler: async ({ params, query, principal, language }) => {
      const job = await getReadableJob(services.db, params.jid, principal);
      const { format, lang } = query;
      return { status: 200, ...(await renderReport({ ...services, job, format, language: lang ?? language })) };
    },
  });
}
