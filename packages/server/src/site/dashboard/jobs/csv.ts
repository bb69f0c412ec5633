import { csvOf } from '../../../shared/csv.ts';
import type { Language } from '../../../shared/language.ts';
import { shortWord, STATUSES } from '../../../shared/statuses.ts';
import type { JobRow } from '../kit/rows.ts';
import { JOBS } from './words.ts';

/** Jobs for spreadsheets, one a line; the names of files and keys are text there, and no formula. */
export function jobsCsv(jobs: readonly JobRow[], language: Language): string {
  const words = JOBS[language];
  const { csv } = words;
  const titles = [
    csv.when,
    csv.id,
    csv.file,
    csv.kind,
    csv.status,
    csv.result,
    csv.problem,
    csv.by,
    csv.took,
    csv.credential,
  ];
  const lines = jobs.map((job) => [
    job.createdAt,
    job.id,
    job.filename ?? '',
    words.kinds[job.kind],
    words.status[job.status],
    job.verdict === null ? '' : shortWord(STATUSES[language].provenance[job.verdict]),
    job.problem ?? '',
    job.key ?? (job.isByKey ? words.byDeletedKey : words.byMember),
    job.tookMs === null ? '' : String(job.tookMs),
    job.credential ?? '',
  ]);
  return csvOf([titles, ...lines]);
}
