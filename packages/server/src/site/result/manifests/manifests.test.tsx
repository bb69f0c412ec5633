import { hostileTexts } from '@revera/testkit/sign';
import { HtmlValidate } from 'html-validate';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../../shared/language.ts';
import { visibleText } from '../../kit/visible-text.ts';
import { STATUSES } from '../../../shared/statuses.ts';
import { MANIFESTS } from './words.ts';
import { ManifestDetails, ManifestGraph, type ManifestsProps } from './index.ts';
import { SHOWN } from './props.ts';
import { action, codes, ingredient, manifest, store, used } from './test-manifests.ts';

const REPORT = '/v1/jobs/job_1/report';

function propsOf(facts: ManifestsProps['store'], changes: Partial<ManifestsProps> = {}): ManifestsProps {
  return { store: facts, trustLists: [], language: 'en', thumbnails: [], reportUrl: REPORT, isFile: false, ...changes };
}

function render(props: ManifestsProps): string {
  return renderToString(
    <div>
      <ManifestGraph {...props} />
      <ManifestDetails {...props} />
    </div>,
  );
}

const history = store([
  manifest('active', {
    ingredients: [used('earlier'), ingredient('c2pa.ingredient__1', { title: 'plain.png' })],
    actions: [
      action('c2pa.opened'),
      action('com.example.sparkle', {
        when: '2026-05-04T03:02:01.000Z',
        software_agent: 'Editor',
        software_agent_version: '3',
        description: 'made it sparkle',
      }),
    ],
    assertion_labels: ['c2pa.actions.v2', 'c2pa.hash.data', 'com.example.note'],
    codes: codes({
      success: [
        'claimSignature.validated',
        'assertion.hashedURI.match @ self#jumbf=/c2pa/active/c2pa.assertions/c2pa.actions.v2',
      ],
      failure: [
        'signingCredential.untrusted',
        'assertion.hashedURI.mismatch @ self#jumbf=/c2pa/active/c2pa.assertions/c2pa.hash.data',
      ],
    }),
  }),
  manifest('earlier', {
    actions: [
      action('c2pa.created', {
        digital_source_type: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
        model_parameters: [{ key: 'model_name', value: 'dream-1' }],
      }),
    ],
  }),
]);

describe('what is drawn of the manifests', () => {
  it.each(LANGUAGES)('is complete in %s', (language: Language) => {
    const words = MANIFESTS[language];
    const shown = render(propsOf(history, { language }));
    for (const part of [
      words.integrity.broken.label,
      words.signer.unlisted.label,
      words.integrity.intact.label,
      words.leaf.no_credential.label,
      words.relationships.parentOf,
      words.timeline.unknownAction,
      words.stamp.none.label,
      STATUSES[language].revocation.not_checked.heading,
      words.details.hashes.match,
      words.details.hashes.mismatch,
      words.details.hashes.unsaid,
      'com.example.sparkle',
      'made it sparkle',
      'Editor 3',
      'dream-1',
      'trainedAlgorithmicMedia',
      'assertion.hashedURI.mismatch',
      'plain.png',
      'CN=Issuing CA',
      '4711',
      'es256',
    ]) {
      expect(shown).toContain(part);
    }
    expect(shown).not.toMatch(/undefined|\[object|NaN/);
  });

  it('leads from each manifest of picture and list to its details', () => {
    const shown = render(propsOf(history));
    const targets = [...shown.matchAll(/href="#(manifest-\d+)"/g)].map(([, id]) => id);
    expect(new Set(targets)).toEqual(new Set(['manifest-1', 'manifest-2']));
    for (const id of targets) expect(shown.split(`id="${id}"`)).toHaveLength(2);
  });

  it('says of a time whether it is attested or merely claimed', () => {
    const shown = renderToString(<ManifestDetails {...propsOf(history)} />);
    expect(shown).toContain('Claimed time <time datetime="2026-05-04T03:02:01.000Z">');
    expect(shown.split('No time stamp')).toHaveLength(3);
  });

  it('has nothing that the policy of the page would refuse', () => {
    const shown = render(propsOf(history));
    expect(shown).not.toMatch(/\sstyle=|<script|<style|\son\w+=|javascript:/i);
  });

  it.each(LANGUAGES)('is valid HTML in %s', async (language: Language) => {
    const checker = new HtmlValidate({ extends: ['html-validate:standard'] });
    const page = `<!DOCTYPE html><html lang="${language}"><head><title>x</title></head><body><main><h1>x</h1><h2>y</h2>${render(propsOf(history, { language }))}</main></body></html>`;
    const { results } = await checker.validateString(page);
    expect(results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))).toEqual(
      [],
    );
  });

  it('says what it leaves out, with the way to the whole', () => {
    const labels = Array.from({ length: SHOWN.manifests + 5 }, (_, at) => `m${at}`);
    const actions = Array.from({ length: 200 }, () => action('c2pa.edited'));
    const shown = render(propsOf(store(labels.map((label) => manifest(label, { actions })))));
    expect(shown).toContain(MANIFESTS.en.graph.moreManifests('5'));
    expect(shown).toContain(MANIFESTS.en.moreInReport('160'));
    expect(shown).toContain(`href="${REPORT}"`);
    expect(shown).not.toContain(`id="manifest-${SHOWN.manifests + 1}"`);
  });

  it('stays small with five hundred ingredients and with a chain of as many manifests', () => {
    const plain = Array.from({ length: 500 }, (_, at) =>
      ingredient(`c2pa.ingredient__${at}`, { title: 'x'.repeat(5000) }),
    );
    const wide = render(propsOf(store([manifest('active', { ingredients: plain })])));
    expect(wide).toContain(MANIFESTS.en.graph.more(String(500 - SHOWN.leaves)));
    expect(wide.match(/id="part-[\w-]*-i\d+"/g)).toHaveLength(SHOWN.leaves);
    const chain = Array.from({ length: 500 }, (_, at) => manifest(`m${at}`, { ingredients: [used(`m${at + 1}`)] }));
    const deep = render(propsOf(store(chain)));
    expect(deep.match(/id="manifest-\d+"/g)).toHaveLength(SHOWN.manifests);
    for (const page of [wide, deep]) expect(page.length).toBeLessThan(1_000_000);
  });

  it('leads from an ingredient without a manifest to what is known of it, and has the result beside its picture', () => {
    const picture = { manifest_label: 'active', width: 64, height: 48 };
    const thumbnails = [
      { ...picture, ingredient_label: null, url: '/whole' },
      { ...picture, ingredient_label: 'c2pa.ingredient__1', url: '/part' },
    ];
    const shown = render(propsOf(history, { thumbnails }));
    expect(shown).toContain('href="#part-m1-i2"');
    const part = /<section class="manifest card" id="part-m1-i2".*?<\/section>/s.exec(shown)?.[0] ?? '';
    expect([...part.matchAll(/src="([^"]+)"/g)].map(([, url]) => url)).toEqual(['/part', '/part', '/whole']);
    expect(part).toContain(MANIFESTS.en.leaf.no_credential.text);
  });

  it('tells of a loop instead of following it', () => {
    const facts = store([manifest('a', { ingredients: [used('b')] }), manifest('b', { ingredients: [used('a')] })]);
    const shown = render(propsOf(facts));
    expect(shown).toContain(MANIFESTS.en.graph.loops('1'));
    expect(shown).toContain(MANIFESTS.en.graph.closesLoop);
  });
});

describe('hostile text in the manifests', () => {
  it.each(Object.entries(hostileTexts))('%s is shown as text, everywhere', (_name, text) => {
    const base = manifest(text);
    const hostile = manifest(text, {
      title: text,
      format: text,
      instance_id: text,
      generator: text,
      signature:
        base.signature === null
          ? null
          : {
              ...base.signature,
              algorithm: text,
              signer: text,
              signer_organization: text,
              certificate: { subject: text, issuer: text, serial_number: text, not_before: null, not_after: null },
              time_stamp: { time: '2026-01-02T03:04:05.000Z', authority: text },
            },
      actions: [
        action(text, {
          software_agent: text,
          digital_source_type: text,
          description: text,
          model_parameters: [{ key: 'model_name', value: text }],
        }),
      ],
      ingredients: [ingredient(text, { title: text, format: text, relationship: text }), used(text, text, text)],
      assertion_labels: [text],
      codes: { success: [], informational: [], failure: [{ code: text, url: text, explanation: text }] },
    });
    const shown = render(propsOf(store([hostile]), { reportUrl: REPORT }));
    expect(shown).not.toMatch(/<script|<img src=x|onerror="|<\/title>\s*'/i);
    expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    const outside = shown.replaceAll(
      /<bdi>[^]*?<\/bdi>|<text[^]*?<\/text>|<title>[^]*?<\/title>|aria-label="[^"]*"/g,
      '',
    );
    const escaped = visibleText(text.slice(0, 30))
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('"', '&quot;');
    expect(outside).not.toContain(escaped);
  });

  it('long texts can be seen whole', () => {
    const title = `${'long '.repeat(60)}end of it`;
    const shown = renderToString(<ManifestDetails {...propsOf(store([manifest('a', { title })]))} />);
    expect(shown).toContain(`<bdi>${title}</bdi>`);
  });
});
