import type { ResolutionIntegrityResult } from '@revera/provenance';
import { fill } from '../../shared/fill.ts';
import { LANGUAGE_PATHS } from '../../shared/language.ts';
import { TONES } from '../../shared/statuses.ts';
import { hasResolutionSection } from './found.ts';
import { Facts, Section, StateWord } from './parts.tsx';
import { mapSentence, TracePicture } from './trace-picture.tsx';
import type { View } from './view.ts';
import { formatNumber } from '../kit/format-number.ts';

/** What pixels and metadata say about enlargement, why, where the traces are, and how often that is wrong. */
export function ResolutionSection({ view }: { view: View }) {
  if (!hasResolutionSection(view)) return null;
  const { words, terms, data } = view;
  const { reasons, measurement } = data.result.resolution_integrity;
  const names = terms.resolution;
  const rows = factRows(view, data.result.resolution_integrity).filter(({ value }) => value !== null);
  const map = measurement?.trace_map ?? null;
  return (
    <Section id="resolution" title={names.heading}>
      <div class="resolution card">
        {map === null ? null : <TracePicture map={map} view={view} />}
        <div class="resolution-text">
          <p>
            <State view={view} />
          </p>
          {reasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
          {rows.length === 0 ? null : (
            <details class="figures" open={view.isFile}>
              <summary>{words.resolution.figures}</summary>
              {map === null ? null : <p>{mapSentence(view, map)}</p>}
              <Facts rows={rows} />
              <p class="soft">{names.limits}</p>
            </details>
          )}
          <p class="soft">
            <a href={articleOf(view, words.resolution.ratesAnchor)}>{words.resolution.rates}</a>
          </p>
        </div>
      </div>
    </Section>
  );
}

function State({ view: { statuses, data } }: { view: View }) {
  const { state } = data.report.resolution_integrity;
  if (state !== 'examined') {
    return <StateWord tone={TONES.unexamined[state]}>{statuses.unexamined[state].heading}</StateWord>;
  }
  const { status } = data.result.resolution_integrity;
  return <StateWord tone={TONES.resolution[status]}>{statuses.resolution[status].heading}</StateWord>;
}

/** The chapter of the article that has the rates of error. */
function articleOf({ addresses, language }: View, chapter: string): string {
  return new URL(`/${LANGUAGE_PATHS[language]}/learn/resolution-integrity#${chapter}`, addresses.page).href;
}

function factRows(view: View, result: ResolutionIntegrityResult) {
  const { language } = view;
  const names = view.terms.resolution;
  const { confidence, estimated_factor, estimated_source, factor_alternatives, measurement, evidence } = result;
  const times = (factor: number): string => fill(names.times, { factor: factor.toFixed(2) });
  const size = ({ width, height }: { width: number; height: number }): string =>
    fill(names.size, { width: formatNumber(width, language), height: formatNumber(height, language) });
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
