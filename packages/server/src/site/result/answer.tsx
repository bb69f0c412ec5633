import type { VNode } from 'preact';
import type { PageAnswer } from '../../http/page-route.ts';
import type { Job } from '../../platform/queue/job.ts';
import type { ReportFormat } from '../../shared/report-formats.ts';
import type { ResultAddresses, ResultPreview, ResultThumbnail } from './result-data.ts';
import { ExpiredPage, FailedPage, PendingPage } from './no-result-pages.tsx';
import { ResultPage } from './page.tsx';
import type { Shell } from '../kit/shell.ts';
import { pagePath } from '../kit/site-map.ts';
import {
  findPreview,
  isPreviewOff,
  listThumbnails,
  presentJob,
  presentReport,
  type FullReport,
} from '../../features/jobs/index.ts';
import type { PageServices } from '../services.ts';
import { privatePage } from '../kit/site.ts';

interface JobPage {
  readonly job: Job;
  /** Behind the address of the page and of what it leads to; may be empty. */
  readonly query: string;
  readonly shell: Shell;
}

/** Until a job has ended, its page is asked for again, by a header that every browser knows. */
const REFRESH_SECONDS = '5';

/** The page of a job, in whatever state it is. */
export async function answerJob(page: JobPage, services: PageServices): Promise<PageAnswer> {
  const { job, shell } = page;
  const { status, progress, error, error_message, expires_at } = presentJob(job, shell.language, services.links);
  const frame = { shell, path: pathOf(page), id: job.id };
  if (status === 'queued' || status === 'processing') {
    const headers = { refresh: REFRESH_SECONDS };
    return hidden(<PendingPage {...frame} status={status} progress={progress} />, shell, { headers });
  }
  const data = status === 'completed' ? presentReport(job, shell.language) : null;
  if (data !== null) return hidden(await resultPage(page, data, services), shell);
  if (status === 'expired') return hidden(<ExpiredPage {...frame} expiredAt={expires_at} />, shell, { status: 410 });
  return hidden(
    <FailedPage {...frame} code={error} message={error_message} isSigning={job.kind === 'signing'} />,
    shell,
  );
}

async function resultPage(page: JobPage, data: FullReport, { db, links }: PageServices): Promise<VNode> {
  const { job, shell } = page;
  const { signing, expires_at } = presentJob(job, shell.language, links);
  return (
    <ResultPage
      shell={shell}
      path={pathOf(page)}
      data={data}
      thumbnails={await thumbnailsOf(page, { db })}
      preview={await previewOf(page, { db })}
      addresses={addressesOf(page)}
      life={{ expires_at, isPublic: job.organization_id === null }}
      signing={signing}
    />
  );
}

function pathOf({ job, query }: JobPage): string {
  return below(job, '', query);
}

function below({ id }: Job, path: string, query: string): string {
  return `results/${id}${path}${query === '' ? '' : `?${query}`}`;
}

async function thumbnailsOf(
  { job, query, shell }: JobPage,
  { db }: Pick<PageServices, 'db'>,
): Promise<ResultThumbnail[]> {
  const entries = await listThumbnails(db, job);
  return entries.map((entry) => ({
    ...entry,
    url: pagePath(shell.language, below(job, `/thumbnails/${entry.position}`, query)),
  }));
}

async function previewOf(
  { job, query, shell }: JobPage,
  { db }: Pick<PageServices, 'db'>,
): Promise<ResultPreview | 'off' | null> {
  const entry = await findPreview(db, job);
  if (entry === undefined) return isPreviewOff(job) ? 'off' : null;
  return { ...entry, url: pagePath(shell.language, below(job, '/preview', query)) };
}

function addressesOf(page: JobPage): ResultAddresses {
  const { job, query, shell } = page;
  const report = (format: ReportFormat): string =>
    pagePath(
      shell.language,
      below(job, '/report', [`format=${format}`, query].filter((part) => part !== '').join('&')),
    );
  return {
    page: `${shell.origin}${pagePath(shell.language, pathOf(page))}`,
    reports: {
      json: report('json'),
      crjson: job.crjson === null ? null : report('crjson'),
      html: report('html'),
      pdf: report('pdf'),
    },
  };
}

/** Search engines that were given the address leave the page out, whatever they make of its HTML. */
function hidden(page: VNode, { language }: Shell, { headers, ...answer }: Omit<PageAnswer, 'body'> = {}): PageAnswer {
  return privatePage(page, language, { ...answer, headers: { 'x-robots-tag': 'noindex', ...headers } });
}
