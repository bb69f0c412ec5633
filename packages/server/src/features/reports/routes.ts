import { defineRoute, type Route } from '../../http/route.ts';
import { getReadableJob, jobParams } from '../jobs/index.ts';
import { OTHER_REPORT_TYPES, renderReport, type ReportServices } from './report-forms.ts';
import { reportQuery, reportSchema } from './schemas.ts';
import { pictureRoutes } from './picture-routes.ts';

/** Routes that read what is behind the result of a job. */
export function reportRoutes(services: ReportServices): Route[] {
  return [getReport(services), ...pictureRoutes(services.db)];
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
