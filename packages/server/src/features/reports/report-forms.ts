import type { OtherForm } from '../../http/route.ts';
import type { Db } from '../../platform/database.ts';
import type { Job } from '../../platform/queue/job.ts';
import type { Language } from '../../shared/language.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Links } from '../../shared/links.ts';
import type { ReportFormat } from '../../shared/report-formats.ts';
import {
  findPreview,
  findPreviewBytes,
  isPreviewOff,
  presentReport,
  presentSigning,
  type FullReport,
} from '../jobs/index.ts';
import type { ReportPrinter } from './report-pdf/report-printer.ts';
import { reportSchema } from './schemas.ts';
import { withPictures } from './with-pictures.ts';

export interface ReportServices {
  db: Db;
  links: Links;
  reports: ReportPrinter;
  renderHtmlReport: RenderHtmlReport;
}

/** The contents of a report as an HTML page. */
export interface HtmlReportFacts {
  language: Language;
  data: FullReport;
  signing: ReturnType<typeof presentSigning>;
  /** As a `data:` address. `off`: none was wanted. */
  preview: { shows: 'file' | 'cover' | 'credential'; url: string; width: number; height: number } | 'off' | null;
  life: { expires_at: string | null; isPublic: boolean };
  addresses: { page: string; reports: Readonly<Record<ReportFormat, string | null>> };
}

/** Renders a report as one HTML file; the site provides it. */
export type RenderHtmlReport = (facts: HtmlReportFacts) => { html: string; contentSecurityPolicy: string };

interface ReportRequest extends ReportServices {
  job: Job;
  language: Language;
}

/** What is sent: JSON, or another form such as a page or a file. */
type Rendered = ({ body: Record<string, unknown> } | { instead: OtherForm }) & {
  headers?: Readonly<Record<string, string>>;
};

interface ReportForm {
  /** The extension of the file's name. */
  readonly ending: string;
  /** Null when the job has nothing to show in this form. */
  render(request: ReportRequest): Promise<Rendered | null>;
}

/** Media types of the forms other than JSON. */
export const OTHER_REPORT_TYPES = ['text/html', 'application/pdf'] as const;

/** Each form in which a report can be read. */
const REPORT_FORMS: Readonly<Record<ReportFormat, ReportForm>> = {
  json: { ending: 'report.json', render: renderJson },
  crjson: { ending: 'crjson.json', render: renderCrjson },
  html: { ending: 'report.html', render: renderHtml },
  pdf: { ending: 'report.pdf', render: renderPdf },
};

/**
 * A report to be saved.
 * @throws {AppError} NOT_FOUND when the job has nothing to show in this form
 */
export async function renderReport(request: ReportRequest & { format: ReportFormat }): Promise<Rendered> {
  const form = REPORT_FORMS[request.format];
  const rendered = await form.render(request);
  if (rendered === null) throw new AppError('NOT_FOUND');
  const disposition = `attachment; filename="${request.job.id}.${form.ending}"`;
  return { ...rendered, headers: { 'content-disposition': disposition, ...rendered.headers } };
}

async function renderJson({ job, language, db, links }: ReportRequest): Promise<Rendered | null> {
  const body = await withPictures({ db, links, job }, presentReport(job, language));
  return body === null ? null : { body, headers: { 'content-language': language } };
}

/** Written by the engine as a JSON object. */
function renderCrjson({ job: { crjson } }: ReportRequest): Promise<Rendered | null> {
  return Promise.resolve(crjson === null ? null : { body: reportSchema.parse(JSON.parse(crjson)) });
}

/** A standalone page: it runs nothing and fetches nothing, wherever it is opened. */
async function renderHtml({ job, language, db, links, renderHtmlReport }: ReportRequest): Promise<Rendered | null> {
  const data = presentReport(job, language);
  if (data === null) return null;
  const json = links.report(job.id);
  const { html, contentSecurityPolicy } = renderHtmlReport({
    language,
    data,
    signing: presentSigning(job, links),
    preview: await writtenPreview(job, db),
    life: { expires_at: job.expires_at?.toISOString() ?? null, isPublic: job.organization_id === null },
    addresses: {
      page: links.page(language, `results/${job.id}`),
      reports: {
        json,
        crjson: job.crjson === null ? null : `${json}?format=crjson`,
        html: null,
        pdf: `${json}?format=pdf&lang=${language}`,
      },
    },
  });
  const headers = { 'content-language': language, 'content-security-policy': contentSecurityPolicy };
  return { instead: { contentType: 'text/html; charset=utf-8', content: html }, headers };
}

/** Larger ones are left out: a report is to be sent by mail and filed. */
const WRITTEN_PREVIEW_BYTES = 100 * 1024;

async function writtenPreview(job: Job, db: Db): Promise<HtmlReportFacts['preview']> {
  const entry = await findPreview(db, job);
  if (entry === undefined) return isPreviewOff(job) ? 'off' : null;
  const bytes = await findPreviewBytes(db, job, 'whole');
  if (bytes === undefined || bytes.length > WRITTEN_PREVIEW_BYTES) return null;
  return { ...entry, url: `data:image/webp;base64,${bytes.toString('base64')}` };
}

async function renderPdf({ job, language, links, reports }: ReportRequest): Promise<Rendered | null> {
  const full = presentReport(job, language);
  if (full === null) return null;
  const addresses = { result: links.page(language, `results/${job.id}`), json: links.report(job.id) };
  const content = await reports.print({ full, language, addresses });
  return { instead: { contentType: 'application/pdf', content }, headers: { 'content-language': language } };
}
