import type { RenderHtmlReport } from '../../features/reports/index.ts';
import { readReportStyle } from '../kit/assets.ts';
import { renderReportFile } from './html-report.tsx';

/** A report as one HTML file, with the stylesheet of the site inside it. */
export const renderHtmlReport: RenderHtmlReport = (facts) => renderReportFile({ ...facts, style: readReportStyle() });
