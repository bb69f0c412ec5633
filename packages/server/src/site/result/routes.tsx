import { memberFor } from '../../http/guards.ts';
import type { PageAnswer, PageContext, PageRoute } from '../../http/page-route.ts';
import type { Job } from '../../platform/queue/job.ts';
import { AppError } from '../../shared/app-error.ts';
import { LANGUAGES } from '../../shared/language.ts';
import type { AnonymousPrincipal, MemberPrincipal } from '../../shared/principal.ts';
import { REPORT_FORMATS } from '../../shared/report-formats.ts';
import { pagePath } from '../kit/site-map.ts';
import { findThumbnail, getReadableJob } from '../../features/jobs/index.ts';
import { renderReport } from '../../features/reports/index.ts';
import { answerJob } from './answer.tsx';
import { renderHtmlReport } from './render-html-report.ts';
import type { PageServices } from '../services.ts';
import type { Site } from '../kit/site.ts';

/** The page of a result, and what it leads to: its reports and its pictures, for whoever may see the page. */
export function resultRoutes(services: PageServices, site: Site): PageRoute[] {
  return LANGUAGES.flatMap((language): PageRoute[] => {
    const path = pagePath(language, 'results/{jid}');
    return [
      { method: 'GET', path, rateLimit: 'public_read', handler: (context) => showResult(context, services, site) },
      {
        method: 'GET',
        path: `${path}/report`,
        rateLimit: 'public_read',
        handler: (context) => sendReport(context, services),
      },
      {
        method: 'GET',
        path: `${path}/thumbnails/{position}`,
        rateLimit: 'public_read',
        handler: (context) => sendThumbnail(context, services),
      },
    ];
  });
}

async function showResult(context: PageContext, services: PageServices, site: Site): Promise<PageAnswer> {
  const job = await jobOf(context, services);
  return await answerJob({ job, query: queryOf(job), shell: site.shell(context.language) }, services);
}

/** A browser that follows a link sends no header for the organization, and wants the language of the page. */
async function sendReport(context: PageContext, services: PageServices): Promise<PageAnswer> {
  const { query, language } = context;
  const format = REPORT_FORMATS.find((name) => name === query.get('format'));
  if (format === undefined) throw new AppError('NOT_FOUND');
  const job = await jobOf(context, services);
  const { db, links, reports } = services;
  const rendered = await renderReport({ db, links, reports, renderHtmlReport, job, format, language });
  if ('instead' in rendered) {
    const { contentType, content } = rendered.instead;
    return { headers: { 'content-type': contentType, ...rendered.headers }, body: content };
  }
  const headers = { 'content-type': 'application/json; charset=utf-8', ...rendered.headers };
  return { headers, body: JSON.stringify(rendered.body) };
}

const POSITION = /^\d{1,3}$/;

async function sendThumbnail(context: PageContext, services: PageServices): Promise<PageAnswer> {
  const position = context.params['position'] ?? '';
  if (!POSITION.test(position)) throw new AppError('NOT_FOUND');
  const job = await jobOf(context, services);
  const body = await findThumbnail(services.db, job.id, Number(position));
  if (body === undefined) throw new AppError('NOT_FOUND');
  return { headers: { 'content-type': 'image/jpeg', 'cache-control': 'private, max-age=3600' }, body };
}

/** The job, when whoever asks may read it; everything else does not exist. @throws {AppError} NOT_FOUND */
async function jobOf(context: PageContext, services: PageServices): Promise<Job> {
  return await getReadableJob(services.db, context.params['jid'] ?? '', await readerOf(context, services));
}

/** A member of the organization that the address names, or of the account's own; else nobody in particular. */
async function readerOf(
  { account, query }: PageContext,
  { sessions }: PageServices,
): Promise<MemberPrincipal | AnonymousPrincipal> {
  if (account === null) return { kind: 'anonymous' };
  try {
    return await memberFor(account, { organizationId: query.get('org') ?? undefined }, 'jobs:read', { sessions });
  } catch (error) {
    // Whoever may not read the organization's jobs still may read those of nobody.
    if (error instanceof AppError) return { kind: 'anonymous' };
    throw error;
  }
}

/** What the addresses of this job's page carry, so that its links and the other language find it again. */
function queryOf({ organization_id }: Job): string {
  return organization_id === null ? '' : `org=${organization_id}`;
}
