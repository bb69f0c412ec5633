import { describe, expect, it } from 'vitest';
import { judge } from '../verdict/judge.ts';
import { ABSENT, report } from '@revera/testkit/report';
import type { Report } from '../report.ts';
import {
  NOT_MEASURED_CODES,
  RESOLUTION_CODES,
  type ResolutionCode,
  type ResolutionFacts,
} from '../resolution/facts.ts';
import type { Language } from './language.ts';
import { presentResult } from './present-result.ts';
import { RESOLUTION_EN } from './resolution-words-en.ts';
import { RESOLUTION_ZH_CN } from './resolution-words-zh-cn.ts';

const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted();

/** The values that the verdict can give with each reason. Those that it may lack have a shorter sentence. */
const PIXEL_VALUES = ['factor', 'period', 'source', 'detail', 'value'];
const ALWAYS: Partial<Record<ResolutionCode, readonly string[]>> = {
  exif_dimensions_smaller: ['size', 'ratio'],
  generator_upscale_factor: ['ratio'],
  digital_zoom_declared: ['ratio'],
  reduced_or_cropped_after_capture: ['size'],
  cropped_after_capture: ['size'],
  container_display_larger: ['size', 'ratio'],
  container_sizes: ['size'],
  container_coded_size: ['size'],
  container_shown_part: ['size'],
  container_pixel_shape: ['ratio'],
  strong_compression: ['quality'],
};

describe('the words of the reasons', () => {
  it.each([...RESOLUTION_CODES])('%s is said in both languages, in sentences', (code) => {
    expect(namesIn(RESOLUTION_EN[code].join())).toEqual(namesIn(RESOLUTION_ZH_CN[code].join()));
    expect(RESOLUTION_EN[code]).toHaveLength(RESOLUTION_ZH_CN[code].length);
    for (const text of RESOLUTION_EN[code]) expect(text).toMatch(/^[A-Z].{20,}\.$/);
    for (const text of RESOLUTION_ZH_CN[code]) {
      expect(text).toMatch(/^[\u4e00-\u9fffA-Z].{5,}。$/);
      // Chinese is written with Chinese marks.
      expect(text).not.toMatch(/[\u4e00-\u9fff][,;:?!()]/);
    }
    // A reader sees sentences, not the program's names.
    const plain = [...RESOLUTION_EN[code], ...RESOLUTION_ZH_CN[code]].map((text) => text.replaceAll(/\{\w+\}/g, ''));
    for (const text of plain) expect(text).not.toMatch(/_|undefined|null|NaN/);
  });

  it.each([...RESOLUTION_CODES])('%s has a sentence that needs no value it may lack', (code) => {
    for (const forms of [RESOLUTION_EN[code], RESOLUTION_ZH_CN[code]]) {
      const needed = namesIn(forms.at(-1) ?? '');
      expect(needed.filter((name) => !(ALWAYS[code] ?? []).includes(name))).toEqual([]);
      for (const name of namesIn(forms.join()))
        expect([...PIXEL_VALUES, ...(ALWAYS[code] ?? []), 'size']).toContain(name);
    }
  });

  it('no two reasons say the same', () => {
    for (const words of [RESOLUTION_EN, RESOLUTION_ZH_CN]) {
      const all = Object.values(words).flat();
      expect(new Set(all).size).toBe(all.length);
      expect(Object.keys(words).toSorted()).toEqual(RESOLUTION_CODES.toSorted());
    }
  });

  it('no sentence calls a picture false, and native never excludes AI', () => {
    for (const text of Object.values(RESOLUTION_EN).flat())
      expect(text).not.toMatch(/\b(prove[sn]?|fake|forged|manipulat\w*)\b/i);
    for (const text of Object.values(RESOLUTION_ZH_CN).flat()) expect(text).not.toMatch(/证明|伪造|造假|篡改/);
    for (const text of RESOLUTION_EN.no_interpolation_trace)
      expect(text).toContain('does not exclude enlargement by an AI model');
    for (const text of RESOLUTION_ZH_CN.no_interpolation_trace) expect(text).toContain('不能排除由 AI 模型放大');
  });
});

function present(section: Report['resolution_integrity'], language: Language = 'en') {
  const whole: Report = { ...report(ABSENT), resolution_integrity: section };
  const context = { id: 'job_1', filename: 'a.jpg', sha256: 'ab'.repeat(32), language };
  return presentResult(whole, judge(whole), context);
}

const unmeasured = (reason: (typeof NOT_MEASURED_CODES)[number]): ResolutionFacts => ({
  pixels: { state: 'not_measured', reason, image: null },
  clues: [],
  jpeg_quality: null,
});

describe('pixels that were not measured', () => {
  /** What each makes of the result as a whole, and what names it there. */
  const rows = {
    not_an_image: ['completed', null],
    not_measured_video: ['completed', 'resolution_uncertain'],
    not_decodable: ['completed', 'resolution_uncertain'],
    decoder_failed: ['partial', 'resolution_reader_failed'],
    timed_out: ['partial', 'resolution_reader_failed'],
    not_examined: ['completed', 'parts_not_examined'],
    too_many_pixels: ['completed', 'resolution_uncertain'],
    too_small: ['completed', 'resolution_uncertain'],
  } as const;

  it.each([...NOT_MEASURED_CODES])('%s: uncertain, with its reason in both languages', (code) => {
    const [status, noteCode] = rows[code];
    for (const [language, words] of [
      ['en', RESOLUTION_EN],
      ['zh-CN', RESOLUTION_ZH_CN],
    ] as const) {
      const result = present({ state: 'examined', facts: unmeasured(code) }, language);
      expect(result.status).toBe(status);
      expect(result.resolution_integrity).toMatchObject({
        status: 'uncertain',
        reasons: words[code],
        confidence: null,
        not_measured: code,
        measurement: null,
      });
      const named = result.understand.filter(
        ({ code: one }) => one.startsWith('resolution_') || one === 'parts_not_examined',
      );
      expect(named.map((note) => note.code)).toEqual(noteCode === null ? [] : [noteCode]);
    }
  });

  it('because the reader failed: partial, and named, never "not examined"', () => {
    const result = present({ state: 'failed', reason: 'reader_crashed', message: 'x' });
    expect(result).toMatchObject({
      status: 'partial',
      resolution_integrity: { status: 'uncertain', not_measured: null },
    });
    expect(result.resolution_integrity.reasons).toEqual([expect.stringContaining('The measurement failed')]);
    expect(result.understand.map(({ code }) => code)).toContain('resolution_reader_failed');
    expect(result.understand.map(({ code }) => code)).not.toContain('parts_not_examined');
  });

  it('in time, of a file that says it was enlarged: partial, and both are told', () => {
    const clue = { code: 'generator_upscale_factor', size: null, ratio: 2 } as const;
    const result = present({ state: 'examined', facts: { ...unmeasured('timed_out'), clues: [clue] } });
    expect(result).toMatchObject({ status: 'partial', resolution_integrity: { status: 'likely_upscaled' } });
    const codes = result.understand.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(['resolution_reader_failed', 'resolution_upscaled']));
  });
});
