import { judge, presentResult, type Report } from '@revera/provenance';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../shared/language.ts';
import { STATUSES } from '../../shared/statuses.ts';
import { renderPage } from '../kit/render-page.ts';
import { ResultPage } from './page.tsx';
import { resultMaker } from './test-result.ts';
import { testShell } from './test-shell.ts';

type Section = Report['resolution_integrity'];

const testFacts = resultMaker({ judge, presentResult });

/** The part of the page on resolution. */
function sectionOf(language: Language, resolution_integrity: Section): string {
  const { language: _language, ...facts } = testFacts(language, { report: { resolution_integrity } });
  const html = renderPage(<ResultPage shell={testShell(language)} path="results/job_1" {...facts} />);
  const start = html.indexOf('id="resolution"');
  expect(start).toBeGreaterThan(0);
  return html.slice(start, html.indexOf('</section>', start));
}

const ENLARGED: Section = {
  state: 'examined',
  facts: {
    pixels: {
      state: 'measured',
      status: 'likely_upscaled',
      evidence: [{ code: 'interpolation_period', strength: 6, reference: 2.5, value: 1.5 }],
      confidence: 'high',
      estimated_factor: 1.5,
      factor_alternatives: [3],
      score: 6.4,
      model: { method: 'resampling-1', sha256: 'a'.repeat(64), enlarged_from: 2.62, native_up_to: -2.31 },
      detail_percent: 61,
      map: { columns: 3, rows: 2, cells: [90, 10, null, 55, 49, 0] },
      image: { width: 6000, height: 4500 },
      window: { left: 944, top: 192, width: 4096, height: 4096 },
      codec_grid: 8,
      is_first_frame: false,
    },
    clues: [],
    jpeg_quality: null,
  },
};
const notMeasured = (reason: 'not_examined' | 'timed_out' | 'not_measured_video'): Section => ({
  state: 'examined',
  facts: { pixels: { state: 'not_measured', reason, image: null }, clues: [], jpeg_quality: null },
});

describe.each(LANGUAGES)('the section on resolution, in %s', (language) => {
  it('shows status, reason, factor, source, the measured part and the codes', () => {
    const html = sectionOf(language, ENLARGED);
    expect(html).toContain(STATUSES[language].resolution.likely_upscaled.heading);
    for (const part of ['4000x3000', '1.50', '3.00', 'interpolation_period', '4,000', '6,000', '4,096', '61']) {
      expect(html).toContain(part);
    }
    expect(html).toMatch(/href="https:\/\/revera\.example\/(?:en|zh-cn)\/learn\/resolution-integrity#[^"]+"/);
  });

  it('draws a mark for each cell, and says in words how many are strong', () => {
    const html = sectionOf(language, ENLARGED);
    expect(html.match(/<circle class="trace/g)).toHaveLength(5);
    expect(html.match(/trace-strong/g)).toHaveLength(2);
    expect(html.match(/class="trace-even"/g)).toHaveLength(1);
    const told = String.raw`[^<"]*(?:2 of 6|6 处中有 2)[^<"]*`;
    expect(html).toMatch(new RegExp(`role="img" aria-label="${told}"`));
    expect(html).toMatch(new RegExp(`<details class="figures">.*<p>${told}</p>`));
  });

  it.each(['not_examined', 'timed_out', 'not_measured_video'] as const)(
    'gives the reason and no picture: %s',
    (reason) => {
      const html = sectionOf(language, notMeasured(reason));
      const [sentence = ''] = presentResult(...reported(reason), {
        id: 'job_1',
        filename: 'a.jpg',
        sha256: 'b'.repeat(64),
        language,
      }).resolution_integrity.reasons;
      expect(html).toContain(sentence);
      expect(html).not.toContain('class="traces"');
    },
  );

  it('says nothing of a status where nobody looked', () => {
    const html = sectionOf(language, { state: 'not_examined' });
    expect(html).not.toContain(STATUSES[language].resolution.uncertain.heading);
    expect(html).not.toContain('class="traces"');
  });
});

function reported(reason: 'not_examined' | 'timed_out' | 'not_measured_video') {
  const { data } = testFacts('en', { report: { resolution_integrity: notMeasured(reason) } });
  return [data.report, judge(data.report)] as const;
}
