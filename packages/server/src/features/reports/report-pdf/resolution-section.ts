import { bullets, facts, paragraph, section } from './blocks.ts';
import type { Sheet } from './sheet.ts';
import { fill, type Source } from './source.ts';

/** What pixels and metadata say about enlargement, and how often that is wrong. */
export function resolutionSection(sheet: Sheet, source: Source): void {
  const { words, statuses } = source;
  const { result, report } = source.full;
  const resolution = result.resolution_integrity;
  // The evidence at the top says that nobody looked.
  if (report.resolution_integrity.state !== 'examined' || resolution.not_measured === 'not_an_image') return;
  const names = words.resolution;
  const { confidence, estimated_factor, estimated_source, factor_alternatives, measurement } = resolution;
  const times = (factor: number): string => fill(names.times, { factor: factor.toFixed(2) });
  const size = ({ width, height }: { width: number; height: number }): string =>
    fill(names.size, { width: source.number(width), height: source.number(height) });
  section(sheet, names.heading, () => {
    paragraph(sheet, statuses.resolution[resolution.status].text);
    sheet.space(4);
    bullets(sheet, resolution.reasons);
    sheet.space(4);
    facts(sheet, [
      { name: names.confidence, value: confidence && names.confidences[confidence] },
      { name: names.factor, value: estimated_factor === null ? null : times(estimated_factor) },
      { name: names.alternatives, value: factor_alternatives.map(times).join(', ') || null },
      { name: names.source, value: estimated_source && size(estimated_source) },
      { name: names.image, value: measurement && size(measurement) },
      { name: names.codes, value: resolution.evidence.map(({ code }) => code).join(', ') || null },
    ]);
    sheet.space(4);
    paragraph(sheet, names.limits);
  });
}
