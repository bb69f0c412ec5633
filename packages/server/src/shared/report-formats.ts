/** The forms of a report; each has its row in features/reports/report-forms.ts. */
export const REPORT_FORMATS = ['json', 'crjson', 'html', 'pdf'] as const;

export type ReportFormat = (typeof REPORT_FORMATS)[number];
