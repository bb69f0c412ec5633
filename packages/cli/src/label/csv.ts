import { safeText } from '../render/safe-text.ts';
import type { LabelFailure, LabelReport } from './label-report.ts';

const COLUMNS = [
  'file',
  'media_type',
  'status',
  'location',
  'label',
  'content_producer',
  'company',
  'produce_id',
  'content_propagator',
  'propagate_id',
  'rule',
  'severity',
  'message',
] as const;

type Row = Partial<Record<(typeof COLUMNS)[number], string | null>>;

export const CSV_HEADING = line(Object.fromEntries(COLUMNS.map((name) => [name, name])));

/** One row for each finding of each label; a label without findings, and a file without labels, has one row too. */
export function csvRows(report: LabelReport): string[] {
  const { file, media_type, status } = report;
  const common = { file, media_type, status };
  const ofLabels = report.labels.flatMap((label) => {
    const row = {
      ...common,
      location: label.location,
      label: label.label,
      content_producer: label.content_producer,
      company: label.producer?.company ?? label.propagator?.company ?? null,
      produce_id: label.produce_id,
      content_propagator: label.content_propagator,
      propagate_id: label.propagate_id,
    };
    return label.findings.length === 0 ? [row] : label.findings.map((finding) => ({ ...row, ...finding }));
  });
  const ofFile = report.findings.map((finding) => ({ ...common, ...finding }));
  const ofProblems = report.problems.map(({ what }) => ({ ...common, message: what }));
  const rows: Row[] = [...ofLabels, ...ofFile, ...ofProblems];
  return (rows.length === 0 ? [common] : rows).map(line);
}

export function csvFailure({ file, error }: LabelFailure): string {
  return line({ file, status: 'unreadable', message: error });
}

function line(row: Row): string {
  return `${COLUMNS.map((name) => cell(row[name] ?? '')).join(',')}\r\n`;
}

/**
 * RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe in front (CWE-1236): labels are text by
 * strangers, and these tables are made to be opened in spreadsheets.
 */
function cell(text: string): string {
  const plain = safeText(text);
  const inert = /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
