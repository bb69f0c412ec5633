import { definePage, type PageAnswer, type PageContext, type PageRoute } from '../../http/page-route.ts';
import type { Job } from '../../platform/queue/job.ts';
import { AppError } from '../../shared/app-error.ts';
import { LANGUAGES } from '../../shared/language.ts';
import { REPORT_FORMATS } from '../../shared/report-formats.ts';
import { pagePath } from '../kit/site-map.ts';
import { findPreviewBytes, findThumbnail, getReadableJob } from '../../features/jobs/index.ts';
import { renderReport } from '../../features/reports/index.ts';
import { answerJob } from './answer.tsx';
import { renderHtmlReport } from './render-html-report.ts';
import type { PageServices } from '../services.ts';
import type { Site } from '../kit/site.ts';

/** Members of the organization that the address names read its jobs; everyone else reads those of nobody. */
const READER = { kind: 'member', permission: 'jobs:read', otherwise: 'anonymous' } as const;
type ReaderContext = PageContext<typeof READER>;

/** The page of a result, and what it leads to: its reports and its pictures, for whoever may see the page. */
export function resultRoutes(services: PageServices, site: Site): PageRoute[] {
  const route = (path: string, handler: (context: ReaderContext) => Promise<PageAnswer>): PageRoute =>
    definePage({ method: 'GET', path, auth: READER, rateLimit: 'public_read', handler });
  return LANGUAGES.flatMap((language) => {
    const path = pagePath(language, 'results/{jid}');
    return [
      route(path, (context) => showResult(context, services, site)),
      route(`${path}/report`, (context) => sendReport(context, services)),
      route(`${path}/preview`, (context) => sendPreview(context, services)),
      route(`${path}/thumbnails/{position}`, (context) => sendThumbnail(context, services)),
    ];
  });
}

async function showResult(context: ReaderContext, services: PageServices, site: Site): Promise<PageAnswer> {
  const job = await jobOf(context, services);
  return await answerJob({ job, query: queryOf(job), shell: site.shell(context.language) }, services);
}

/** A browser that follows a link sends no header for the organization, and wants the language of the page. */
async function sendReport(context: ReaderContext, services: PageServices): Promise<PageAnswer> {
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

const PREVIEW_HEADERS = {
  'content-type': 'image/webp',
  'cache-control': 'private, max-age=3600',
  // Opened as a page of its own it may do nothing, whatever a browser takes it for.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
} as const;

const POSITION = /^\d{1,3}$/;

async function sendThumbnail(context: ReaderContext, services: PageServices): Promise<PageAnswer> {
  const position = context.params['position'] ?? '';
  if (!POSITION.test(position)) throw new AppError('NOT_FOUND');
  const job = await jobOf(context, services);
  const body = await findThumbnail(services.db, job, Number(position));
  if (body === undefined) throw new AppError('NOT_FOUND');
  return { headers: { 'content-type': 'image/jpeg', 'cache-control': 'private, max-age=3600' }, body };
}

async function sendPreview(context: ReaderContext, services: PageServices): Promise<PageAnswer> {
  const job = await jobOf(context, services);
  const size = context.query.get('size') === 'small' ? 'small' : 'whole';
  const body = await findPreviewBytes(services.db, job, size);
  if (body === undefined) throw new AppError('NOT_FOUND');
  return { headers: PREVIEW_HEADERS, body };
}

/** The job, when whoever asks may read it; everything else does not exist. @throws {AppError} NOT_FOUND */
async function jobOf({ params, principal }: ReaderContext, { db }: PageServices): Promise<Job> {
  return await getReadableJob(db, params['jid'] ?? '', principal);
}

/** What the addresses of this job's page carry, so that its links and the other language find it again. */
function queryOf({ organization_id }: Job): string {
  return organization_id === null ? '' : `org=${organization_id}`;
}
