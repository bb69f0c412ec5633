export { renderReport, type RenderHtmlReport, type ReportServices } from './report-forms.ts';
export { openReportPrinter, type ReportPrinter } from './report-pdf/report-printer.ts';
export { reportRoutes } from './routes.ts';
