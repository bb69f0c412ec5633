import { judge, presentResult, PROVENANCE_STATUSES, type C2paFacts, type ManifestFacts } from '@revera/provenance';
import { STATEMENT_CASES } from '@revera/testkit/report';
import { hostileTexts } from '@revera/testkit/sign';
import { HtmlValidate } from 'html-validate';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../shared/language.ts';
import { renderPage } from '../kit/render-page.ts';
import { visibleText } from '../kit/visible-text.ts';
import { RESULT_WORDS } from './words.ts';
import { statementOf } from '../../shared/statement.ts';
import { STATUSES } from '../../shared/statuses.ts';
import { ResultCard } from './card/index.ts';
import { ResultPage } from './page.tsx';
import { resultMaker, testLabel, testManifest, testMarker, testStore, type TestFile } from './test-result.ts';
import { testShell } from './test-shell.ts';
import { openView } from './view.ts';

const testFacts = resultMaker({ judge, presentResult });

function render(language: Language, file?: TestFile): string {
  const { language: _language, ...facts } = testFacts(language, file);
  return renderPage(<ResultPage shell={testShell(language)} path="results/job_1" {...facts} />);
}

/** What a reader sees of it. */
function textOf(html: string): string {
  return html
    .replace(/^.*<main/s, '<main')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
}

/** The first card, up to its questions. */
function cardOf(html: string): string {
  return /<div class="result-card.*?<\/dl>/s.exec(html)?.[0] ?? '';
}

function headingOf(html: string): string {
  return textOf(/<h1>.*?<\/h1>/s.exec(html)?.[0] ?? '').trim();
}

const htmlCheck = new HtmlValidate({
  extends: ['html-validate:standard'],
  // Our renderer writes `<meta …/>`; the name of a file may be long.
  rules: { 'void-style': 'off', 'long-title': 'off', 'no-inline-style': 'error' },
});

async function problemsOf(html: string): Promise<string[]> {
  const { results } = await htmlCheck.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} ${selector ?? ''}`),
  );
}

const captured = testManifest({
  actions: [
    {
      action: 'c2pa.created',
      when: null,
      software_agent: null,
      software_agent_version: null,
      digital_source_type: 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture',
      description: null,
      from_template: false,
      model_parameters: [],
    },
  ],
});

describe.each(LANGUAGES)('the page in %s', (language) => {
  it.each(STATEMENT_CASES)('leads with the statement: %s', (_made, report) => {
    const { heading, chips, line, questions } = statementOf(testFacts(language, { report }).data, language);
    const html = render(language, { report });
    expect(headingOf(html)).toBe(heading);
    const card = textOf(cardOf(html));
    expect(card).toContain(line);
    for (const { text } of chips) expect(card).toContain(text);
    for (const { question, answer, detail } of questions) {
      for (const text of [question, answer, detail ?? '']) expect(card).toContain(text);
    }
    // Cut where it is too long for a tab.
    expect(textOf(/<title>.*?<\/title>/s.exec(html)?.[0] ?? '')).toContain(heading.slice(0, 30));
    expect(html.match(/<h1>/g)).toHaveLength(1);
  });

  it.each(PROVENANCE_STATUSES)('is well-formed when the evidence is %s', async (status) => {
    const report = STATEMENT_CASES.map(([, one]) => one).find((one) => judge(one).provenance_status === status);
    expect(report).toBeDefined();
    expect(await problemsOf(render(language, report === undefined ? {} : { report }))).toEqual([]);
  });

  it('shows a picture and actions in their places, and no empty place for them', () => {
    const view = openView({ ...testFacts(language), isFile: false });
    const full = renderToString(<ResultCard view={view} picture={<i>picture</i>} actions={<b>actions</b>} />);
    expect(full).toMatch(/card-picture"><i>picture<\/i>.*<h1>.*<\/dl><div class="card-actions"><b>actions<\/b>/s);
    expect(renderToString(<ResultCard view={view} />)).not.toMatch(/card-picture|card-actions/);
  });

  it('names integrity and trust apart', () => {
    const { integrity, trust } = STATUSES[language];
    const intact = textOf(render(language, { c2pa: testStore({ trust_match: null, validation_state: 'valid' }) }));
    expect(intact).toContain(integrity.trust_unverified.heading);
    expect(intact).toContain(trust.not_in_trust_list.heading);
    const broken = textOf(render(language, { c2pa: testStore({}, ['assertion.dataHash.mismatch']) }));
    expect(broken).toContain(integrity.valid_signature_binding_failed.heading);
    expect(broken).toContain(trust.c2pa_trusted.heading);
  });

  it('says that nothing was found proves nothing, and that resolution was not examined', () => {
    const text = textOf(render(language));
    expect(text).toContain(
      language === 'en' ? 'That says nothing about whether it is genuine' : '这不代表内容是真是假',
    );
    expect(text).toContain(language === 'en' ? 'Not examined' : '未检查');
  });

  it('sets both sides of a contradiction beside each other, and repeats neither as the answer', () => {
    const html = render(language, { c2pa: testStore({ manifests: [captured] }), labels: [testLabel()] });
    expect(headingOf(html)).toBe(
      language === 'en' ? 'Two pieces of evidence contradict each other' : '两项证据相互矛盾',
    );
    expect(html.match(/class="side"/g)).toHaveLength(2);
    const text = textOf(html);
    for (const says of ['captured', 'ai_generated'] as const) {
      expect(text).toContain(STATUSES[language].declaration[says].heading);
    }
    expect(text).toContain('Example Ltd');
    expect(text).toContain('APP1');
  });

  it('sets a label and metadata that name different makers beside each other', () => {
    const text = textOf(render(language, { labels: [testLabel()], metadata: [testMarker()] }));
    const { differences, names } = RESULT_WORDS[language].contradictions;
    expect(text).toContain(differences);
    for (const name of ['Example AI', 'Example Images']) expect(text).toContain(names.replace('{name}', name));
  });

  it('says beside the verdict that what an expired credential declares is not proven', () => {
    const failure = ['signingCredential.expired'];
    const html = render(language, { c2pa: testStore({ manifests: [captured], trust_match: null }, failure) });
    const card = cardOf(html);
    expect(textOf(card)).toMatch(language === 'en' ? /Declared, not proven: captured/ : /仅为声明，未经证明：/);
  });

  it('says beside the verdict that the content was changed, also when the certificate has expired', () => {
    const failure = ['signingCredential.expired', 'assertion.dataHash.mismatch'];
    const html = render(language, { c2pa: testStore({ manifests: [captured], trust_match: null }, failure) });
    const card = cardOf(html);
    expect(card).toContain('chip tone-bad');
    expect(headingOf(html)).toBe(
      language === 'en' ? 'Not the content that “Example Ltd” signed' : '内容与“Example Ltd”签署时不一致',
    );
  });

  it('proves nobody as the signer of a try-out, which is known by its chain alone', () => {
    const trust_match = {
      list: 'service',
      via: 'anchor',
      certificate_subject: 'CN=Root',
      is_development: true,
    } as const;
    const html = render(language, { c2pa: testStore({ trust_match }) });
    expect(headingOf(html)).toMatch(language === 'en' ? /^A test signature/ : /^测试签名/);
    expect(html).toContain('chip chip-sandbox');
    const card = cardOf(html);
    expect(card).not.toContain('tone-good');
  });

  it('names no provider by a code that is wrong', () => {
    const code = '001191110102MACQD9K64110000';
    const producer = {
      kind: 'code',
      code,
      uscc: '91110102MACQD9K641',
      check_digit_valid: false,
      service_type: 'generation',
      application_code: '0000',
      company: null,
      product: null,
      basis: null,
    } as const;
    const fields = { ...testLabel().fields, ContentProducer: code };
    const html = render(language, { labels: [testLabel({ producer, fields })] });
    const strip = /<section class="strip".*?<\/section>/s.exec(html)?.[0] ?? '';
    expect(textOf(strip)).not.toContain(code);
    expect(textOf(html)).toContain(code);
  });

  it('says beside the verdict that a signature is a try-out, and that a credential was withdrawn', () => {
    const credential = { credential_id: 'cred_1', verify_url: 'https://revera.example/v/cred_1' };
    const service_credential = { ...credential, status: 'revoked', sandbox: true } as const;
    const html = render(language, { c2pa: testStore(), report: { service_credential } });
    const card = cardOf(html);
    expect(textOf(card)).toContain(RESULT_WORDS[language].verdict.sandboxText);
    expect(textOf(card)).toContain(STATUSES[language].credential.revoked.text);
  });
});

describe('the parts of the page', () => {
  const anchorsOf = (html: string): string[] => {
    const list = /<nav class="jump".*?<\/nav>/s.exec(html)?.[0] ?? '';
    return [...list.matchAll(/href="#([\w-]+)"/g)].map(([, id = '']) => id);
  };

  it('are those with something in them, and each link leads to what is there', () => {
    const all = render('en', { c2pa: testStore(), labels: [testLabel()], metadata: [testMarker()] });
    expect(anchorsOf(all)).toEqual(['summary', 'history', 'credential', 'label', 'metadata', 'data']);
    const nothing = render('en');
    expect(anchorsOf(nothing)).toEqual(['summary', 'data']);
    for (const html of [all, nothing]) {
      for (const id of anchorsOf(html)) expect(html.split(` id="${id}"`)).toHaveLength(2);
    }
  });

  it.each(LANGUAGES)('say in one line what was looked for and not found, in %s', (language) => {
    const { line, names } = RESULT_WORDS[language].notFound;
    const [before = ''] = line.split('{names}');
    const text = textOf(render(language, { c2pa: testStore() }));
    expect(text).toContain(`${before}${names.label}${language === 'en' ? ', ' : '、'}${names.metadata}`);
    expect(textOf(render(language)).split(before)).toHaveLength(2);
  });

  it('count one label once: the cell of the metadata does not repeat it', () => {
    const strip = /<section class="strip".*?<\/section>/s.exec(render('en', { labels: [testLabel()] }))?.[0] ?? '';
    expect(strip).toContain('href="#label"');
    expect(strip).not.toContain('Vendor metadata');
  });
});

/** Markup that nobody but the file wrote, and characters that a browser would obey. */
const UNSAFE = /<script>|<img|\sonerror="|(?!\n)\p{Cc}|[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

describe('texts of the file', () => {
  it.each(Object.entries(hostileTexts))('%s does nothing in any place', async (_name, hostile) => {
    const signature = { ...testManifest().signature, signer: hostile, signer_organization: hostile };
    const manifest = { ...testManifest({ title: hostile, generator: hostile, claim_generator: hostile }), signature };
    const html = render('en', {
      filename: hostile,
      c2pa: testStore({ manifests: [manifest as ManifestFacts], remote_manifest_url: hostile }),
      labels: [
        testLabel({
          location: hostile,
          extra: [hostile],
          deviations: [hostile],
          fields: { ...testLabel().fields, ContentProducer: hostile, ProduceID: hostile },
        }),
      ],
      metadata: [testMarker({ vendor: hostile, model: hostile, field: hostile, location: hostile })],
    });
    expect(UNSAFE.exec(html)).toBeNull();
    // Whole, with what cannot be seen made visible; a value that was cut is there behind its beginning.
    expect(textOf(html).replaceAll(/\s/g, '')).toContain(visibleText(hostile).replaceAll(/\s/g, ''));
    expect(await problemsOf(html)).toEqual([]);
  });

  it('shows a time that is none as it stands', () => {
    const stamp = { time: '9999-99-99T99:99:99Z', authority: 'Nobody' };
    const signature = { ...testManifest().signature, time_stamp: stamp } as ManifestFacts['signature'];
    const store = testStore({ manifests: [testManifest({ signature })], time_stamp_list: 'c2pa_tsa' });
    expect(textOf(render('en', { c2pa: store }))).toContain('9999-99-99T99:99:99Z');
  });
});

describe('bounds', () => {
  it('cuts long lists with a count and a link to all of it', () => {
    const evidence = Array.from({ length: 100 }, (_, at) => testMarker({ rule: `rule-${at}` }));
    const html = render('en', { metadata: evidence });
    expect(html).toContain('rule-39<');
    expect(html).not.toContain('rule-40<');
    expect(html).toContain('<a href="/report?format=json">60 more; see the JSON report.</a>');
  });

  it('shows 64 manifests', () => {
    const manifests = Array.from({ length: 64 }, (_, at) =>
      testManifest({ label: at === 0 ? 'urn:c2pa:active' : `m${at}` }),
    );
    expect(render('en', { c2pa: testStore({ manifests }) })).toContain('id="manifest-64"');
  });
});

describe('what could not be examined', () => {
  const FAILED = { state: 'failed', reason: 'reader_crashed', message: 'x' } as const;

  it('says of a reader that failed that nothing is known', () => {
    const report = { c2pa: FAILED, china_aigc: FAILED, metadata: FAILED };
    const text = textOf(render('en', { report }));
    expect(text.match(/Could not be examined/g)).toHaveLength(3);
    expect(text).toContain(RESULT_WORDS.en.verdict.partialText);
    expect(text).not.toContain(STATUSES.en.integrity.no_credential.heading);
  });

  it('says of a store that cannot be read why', () => {
    const c2pa: C2paFacts = { kind: 'unreadable', reason: 'malformed', message: 'x', remote_manifest_url: null };
    expect(textOf(render('en', { c2pa }))).toContain('it cannot be read: malformed');
  });
});
