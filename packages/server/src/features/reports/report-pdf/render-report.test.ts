import { makeTrustList, makeTrustSnapshot, type ManifestStoreFacts } from '@revera/provenance';
import { createAuthority } from '@revera/testkit/authorities';
import { jpegXmp, LABELS, xmpForms } from '@revera/testkit/label';
import { hasPdfTools, readPdf, type PdfReading } from '@revera/testkit/peers';
import { digitalSourceTypes, hostileTexts, signMedia } from '@revera/testkit/sign';
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../../shared/language.ts';
import { REPORT_WORDS } from '../../../shared/report-words.ts';
import { statementOf } from '../../../shared/statement.ts';
import { STATUSES } from '../../../shared/statuses.ts';
import { openFonts, type Fonts } from './fonts.ts';
import { REPORT_PDF_LIMITS } from './limits.ts';
import { renderReport } from './render-report.ts';
import type { ReportSource } from './source.ts';
import { sourcesOf } from './test-report.ts';
import { visibleText } from './visible-text.ts';

type Mutable<T> = T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T;

const FETCHED = '2026-11-01T09:00:00.000Z';
const DAY_MS = 24 * 60 * 60 * 1000;

let fonts: Fonts;
let sources: Readonly<Record<Language, ReportSource>>;
/** The sample, drawn once: a report takes most of a second. */
let drawn: Readonly<Record<Language, Buffer>>;
beforeAll(async () => {
  fonts = openFonts();
  sources = await makeSample();
  drawn = { en: await renderReport(sources.en, fonts), 'zh-CN': await renderReport(sources['zh-CN'], fonts) };
});

/** From a real file with a credential that has an earlier state, a label and an edit. */
async function makeSample(): Promise<typeof sources> {
  const authority = await createAuthority();
  const label = jpegXmp(xmpForms.element(LABELS.doubaoMirrored.text));
  const source = await signMedia(label, 'image/jpeg', {
    authority,
    title: 'source.jpg',
    actions: [{ action: 'c2pa.created', digitalSourceType: digitalSourceTypes.trainedAlgorithmicMedia }],
  });
  const signed = await signMedia(label, 'image/jpeg', {
    authority,
    title: 'sample.jpg',
    actions: [
      { action: 'c2pa.color_adjustments', when: FETCHED, softwareAgent: { name: 'Example Editor', version: '2' } },
    ],
    ingredients: [{ bytes: source, mediaType: 'image/jpeg', title: 'source.jpg', relationship: 'parentOf' }],
  });
  const list = makeTrustList({
    name: 'service',
    anchors: [authority.rootPem],
    allowed: [],
    fetched_at: FETCHED,
    last_fetch_failed: false,
  });
  return await sourcesOf(signed, makeTrustSnapshot([list], ['service'], DAY_MS));
}

/** The sample with these changes. */
function changed(language: Language, change: (source: Mutable<ReportSource>) => void): ReportSource {
  const source = structuredClone(sources[language]) as Mutable<ReportSource>;
  change(source);
  return source;
}

function storeOf({ full }: Mutable<ReportSource>): Mutable<ManifestStoreFacts> {
  const { c2pa } = full.report;
  if (c2pa.state !== 'examined' || c2pa.facts.kind !== 'present') throw new Error('the sample has no credential');
  return c2pa.facts;
}

const read = async (source: ReportSource): Promise<PdfReading> => readPdf(await renderReport(source, fonts));
/** Lines end anywhere. */
const packed = (text: string): string => text.replaceAll(/\s+/g, '');

describe('a report as a PDF', () => {
  it.each(LANGUAGES)('has the same bytes each time, in %s', async (language) => {
    expect(drawn[language].length).toBeGreaterThan(20_000);
    expect(drawn[language].equals(await renderReport(sources[language], fonts))).toBe(true);
  });
});

describe.runIf(hasPdfTools())('a report as a PDF, as other programs read it', () => {
  it.each([
    ['en', 'Verification report'],
    ['zh-CN', '内容来源验证报告'],
  ] as const)('is whole, tagged and titled, and does nothing by itself, in %s', async (language, title) => {
    const { info, active } = await readPdf(drawn[language]);
    expect(info).toMatchObject({ Tagged: 'yes', JavaScript: 'no', Form: 'none', Encrypted: 'no' });
    expect(info['Title']).toContain(title);
    expect(info['Title']).toContain('样张 sample.jpg');
    expect(info['Page size']).toContain('A4');
    expect(active).toEqual([]);
  });

  it.each(LANGUAGES)('says first the verdict, then the file, then all the rest, as text, in %s', async (language) => {
    const { full } = sources[language];
    const words = REPORT_WORDS[language];
    const statuses = STATUSES[language];
    const statement = statementOf(full, language);
    const { text, info } = await readPdf(drawn[language]);
    const whole = packed(text);
    const order = [
      words.title,
      statement.heading,
      statement.chips[0]?.text ?? '?',
      statement.line,
      statement.questions[2].question,
      statement.questions[2].answer,
      words.file.name,
      full.sha256,
      statuses.declaration[full.result.summary.content_declaration].heading,
      words.evidence.integrity,
      statuses.integrity[full.result.credential_integrity_status].heading,
      words.evidence.trust,
      statuses.trust[full.result.c2pa.trust_status].heading,
      statuses.metadata[full.result.metadata.status].heading,
      words.understand,
      words.credential.heading,
      words.manifests.heading,
      'c2pa.color_adjustments',
      'parentOf',
      words.label.heading,
      'ProduceID',
      words.metadata.heading,
      words.basis.heading,
      words.basis.lists,
      full.report.tool.c2pa_engine.version,
      '2026-11-01 10:00:00 UTC',
      sources[language].addresses.result,
      words.basis.meanings.absence,
    ].map(packed);
    let at = 0;
    for (const expected of order) {
      const found = whole.indexOf(expected, at);
      expect(found, `${expected} behind character ${at}`).toBeGreaterThanOrEqual(at);
      at = found;
    }
    for (const { title, text: sentence } of full.result.understand) {
      expect(whole).toContain(packed(title));
      expect(whole).toContain(packed(sentence));
    }
    expect(whole).not.toContain('〚');
    const pages = text.split('\f').slice(0, -1);
    expect(pages).toHaveLength(Number(info['Pages']));
    for (const page of pages) expect(page).toContain(full.job.id);
  });

  const { long, combining, ...others } = hostileTexts;
  it.each([
    ['combining', combining],
    ['long', long],
    [Object.keys(others).join(', '), Object.values(others).join(' ')],
  ])('shows hostile text (%s) as text, wherever a file can put it', async (name, hostile) => {
    if (name !== 'long') expect(hostile.length).toBeLessThan(REPORT_PDF_LIMITS.valueCharacters);
    const source = changed('en', (one) => {
      const { result } = one.full;
      const store = storeOf(one);
      result.filename = hostile;
      result.c2pa.signer = hostile;
      result.metadata.vendor = hostile;
      for (const item of result.china_aigc.items) item.produce_id = hostile;
      for (const item of result.understand) item.text = hostile;
      for (const manifest of store.manifests) {
        Object.assign(manifest, { label: hostile, title: hostile, generator: hostile, assertion_labels: [hostile] });
        for (const action of manifest.actions) Object.assign(action, { action: hostile, software_agent: hostile });
        for (const ingredient of manifest.ingredients) ingredient.title = hostile;
      }
    });
    const { text, info, active } = await read(source);
    expect(active).toEqual([]);
    expect(info['JavaScript']).toBe('no');
    // Lines and pages end with controls of their own.
    expect(text.replaceAll(/[\n\f]/g, '')).not.toMatch(/[\p{C}\p{Default_Ignorable_Code_Point}]/u);
    const shown = visibleText(hostile.slice(0, REPORT_PDF_LIMITS.valueCharacters), fonts.covers);
    expect(packed(text.replaceAll(/job_\w+\s+Page \d+ of \d+/g, ''))).toContain(packed(shown));
    if (name === 'long') expect(text).toContain('(9,500 more characters)');
  });

  it('shows at most 64 manifests and says how many more there are', async () => {
    const source = changed('en', (one) => {
      const store = storeOf(one);
      const [manifest] = store.manifests;
      if (manifest === undefined) throw new Error('the sample has no manifest');
      store.manifests = Array.from({ length: 70 }, (_, i) => ({ ...manifest, label: `urn:c2pa:${i + 1}` }));
    });
    const { text } = await read(source);
    expect(text).toContain('urn:c2pa:64\n');
    expect(text).not.toContain('urn:c2pa:65\n');
    expect(text).toContain('6 more; see the JSON report.');
  });

  it('stays below its number of pages, whatever a file holds, and never loses its end', async () => {
    const source = changed('zh-CN', (one) => {
      const store = storeOf(one);
      const [manifest] = store.manifests;
      const [action] = manifest?.actions ?? [];
      if (manifest === undefined || action === undefined) throw new Error('the sample has no action');
      const actions = Array.from({ length: 1_000 }, () => ({ ...action, software_agent: '长'.repeat(2_000) }));
      store.manifests = Array.from({ length: 64 }, () => ({ ...manifest, actions }));
      const { items } = one.full.result.china_aigc;
      one.full.result.china_aigc.items = Array.from({ length: 200 }, () => items).flat();
    });
    const { text, info } = await read(source);
    expect(Number(info['Pages'])).toBeLessThanOrEqual(REPORT_PDF_LIMITS.pages);
    const whole = packed(text);
    expect(whole.split(packed(REPORT_WORDS['zh-CN'].cut)).length - 1).toBe(2);
    expect(whole).toContain(packed(REPORT_WORDS['zh-CN'].basis.meanings.unsigned));
  });

  it.each(LANGUAGES)(
    'says what the pixels show, with factor and limits, and nothing where nobody looked, in %s',
    async (language) => {
      const reason = language === 'en' ? 'One source pixel every two.' : '每两个像素对应一个源像素。';
      const withSection = (isExamined: boolean): ReportSource =>
        changed(language, ({ full: { report, result } }) => {
          const pixels = { state: 'not_measured', reason: 'not_decodable', image: null } as const;
          report.resolution_integrity = isExamined
            ? { state: 'examined', facts: { pixels, clues: [], jpeg_quality: null } }
            : { state: 'not_examined' };
          result.resolution_integrity = {
            ...result.resolution_integrity,
            status: 'likely_upscaled',
            reasons: [reason],
            not_measured: null,
            estimated_factor: 2.5,
            estimated_source: { width: 777, height: 555 },
          };
        });
      const { limits } = REPORT_WORDS[language].resolution;
      const shown = packed((await read(withSection(true))).text);
      for (const part of [reason, '2.50', '777', '555', limits, STATUSES[language].resolution.likely_upscaled.text]) {
        expect(shown).toContain(packed(part));
      }
      expect(packed((await read(withSection(false))).text)).not.toContain(packed(limits));
    },
  );

  it.each(LANGUAGES)('says what could not be examined, and other statuses, in %s', async (language) => {
    const source = changed(language, ({ full: { report, result } }) => {
      report.c2pa = { state: 'failed', reason: 'reader_crashed', message: 'x' };
      report.china_aigc = { state: 'not_examined' };
      result.credential_integrity_status = 'valid_signature_binding_failed';
      result.c2pa.asset_binding_valid = false;
    });
    const whole = packed((await read(source)).text);
    const { credential } = REPORT_WORDS[language];
    const { unexamined } = STATUSES[language];
    const statuses = [unexamined.failed, unexamined.not_examined];
    expect(whole).toContain(packed(language === 'en' ? 'Content does not match' : '内容不匹配'));
    for (const word of [credential.failed, ...statuses.map(({ heading }) => heading)])
      expect(whole).toContain(packed(word));
  });
});
