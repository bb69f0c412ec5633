import type { ResolutionIntegrityResult } from '@revera/provenance';
import { fill } from '../../shared/fill.ts';
import { LANGUAGE_PATHS } from '../../shared/language.ts';
import { TONES } from '../../shared/statuses.ts';
import { Facts, Section, StateWord } from './parts.tsx';
import { TracePicture } from './trace-picture.tsx';
import { wordNumber, type View } from './view.ts';

/** What pixels and metadata say about enlargement, where the traces are, and how often that is wrong. */
export function ResolutionSection({ view }: { view: View }) {
  const { terms, statuses, data, language } = view;
  const { status, reasons, measurement } = data.result.resolution_integrity;
  const names = terms.resolution;
  const isExamined = data.report.resolution_integrity.state === 'examined';
  const map = measurement?.trace_map ?? null;
  return (
    <Section id="resolution" title={names.heading}>
      {isExamined ? (
        <p>
          <StateWord tone={TONES.resolution[status]}>{statuses.resolution[status].heading}</StateWord>
        </p>
      ) : null}
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <Facts rows={factRows(view, data.result.resolution_integrity)} />
      {map === null ? null : <TracePicture map={map} view={view} />}
      <p class="soft">
        {names.limits} <a href={articleOf(view)}>{names.more}</a>
      </p>
    </Section>
  );

  function articleOf({ addresses }: View): string {
    return new URL(`/${LANGUAGE_PATHS[language]}/learn/resolution-integrity`, addresses.page).href;
  }
}

function factRows(view: View, result: ResolutionIntegrityResult) {
  const { language } = view;
  const names = view.terms.resolution;
  const { confidence, estimated_factor, estimated_source, factor_alternatives, measurement, evidence } = result;
  const times = (factor: number): string => fill(names.times, { factor: factor.toFixed(2) });
  const size = ({ width, height }: { width: number; height: number }): string =>
    fill(names.size, { width: wordNumber(width, language), height: wordNumber(height, language) });
  const { left, top } = measurement?.window ?? { left: 0, top: 0 };
  const isPart =
    measurement !== null &&
    measurement.window.width * measurement.window.height < measurement.width * measurement.height;
  const detail = measurement?.detail_percent ?? null;
  return [
    { name: names.confidence, value: confidence === null ? null : names.confidences[confidence] },
    { name: names.factor, value: estimated_factor === null ? null : times(estimated_factor) },
    { name: names.alternatives, value: factor_alternatives.map(times).join(', ') || null },
    { name: names.source, value: estimated_source === null ? null : size(estimated_source) },
    { name: names.image, value: measurement === null ? null : size(measurement) },
    { name: names.window, value: isPart ? fill(names.windowAt, { size: size(measurement.window), left, top }) : null },
    { name: names.detail, value: detail === null ? null : fill(names.percent, { percent: Math.round(detail) }) },
    { name: names.codes, value: evidence.length === 0 ? null : <CodeList codes={evidence.map(({ code }) => code)} /> },
  ];
}

function CodeList({ codes }: { codes: readonly string[] }) {
  return <code>{codes.join(', ')}</code>;
}
