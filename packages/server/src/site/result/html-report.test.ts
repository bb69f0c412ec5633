import { createHash } from 'node:crypto';
import { judge, presentResult } from '@revera/provenance';
import { hostileTexts } from '@revera/testkit/sign';
import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../shared/language.ts';
import { STATUSES } from '../../shared/statuses.ts';
import { renderReportFile } from './html-report.tsx';
import { resultMaker, testLabel, testManifest, testMarker, testStore } from './test-result.ts';

const testFacts = resultMaker({ judge, presentResult });
const css = 'body{color:#111}';
const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const style = { css, hash: sha256(css) };

describe.each(LANGUAGES)('the report as one file in %s', (language) => {
  const { html, contentSecurityPolicy } = renderReportFile({
    ...testFacts(language, { c2pa: testStore(), labels: [testLabel()], metadata: [testMarker()] }),
    style,
  });

  it('is a whole page with the verdict in its title', async () => {
    const { heading } = STATUSES[language].provenance.verified;
    expect(html).toMatch(new RegExp(`^<!doctype html>\\n<html lang="${language}">`));
    expect(html).toMatch(new RegExp(`<title>${heading}[:：] ?photo.jpg</title>`));
    expect(html).toContain(`<h1>${heading}</h1>`);
    const report = await new HtmlValidate({
      extends: ['html-validate:standard'],
      rules: { 'void-style': 'off', 'no-inline-style': 'error', 'require-csp-nonce': 'off' },
    }).validateString(html);
    expect(report.results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
  });

  it('runs nothing and fetches nothing', () => {
    expect(html).not.toMatch(/<script|<img|<link|<iframe|<object|<form|\sstyle="|\ssrc=|url\(/);
    expect(html).not.toContain('data-copy');
  });

  it('allows its own stylesheet alone, in the file and in the answer', () => {
    const own = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
    const policy = `default-src 'none'; style-src '${sha256(own)}'; base-uri 'none'; form-action 'none'`;
    expect(html).toContain(`<meta http-equiv="content-security-policy" content="${policy}"/>`);
    expect(contentSecurityPolicy).toBe(`${policy}; frame-ancestors 'none'; sandbox allow-popups`);
  });

  it('is open, so that paper shows it all', () => {
    const folds = html.match(/<details class="fold"[^>]*>/g) ?? [];
    expect(folds.length).toBeGreaterThan(1);
    expect(folds.filter((fold) => !fold.includes(' open'))).toEqual([]);
  });
});

it.each(Object.entries(hostileTexts))('%s of a file does nothing in it', (_name, hostile) => {
  const { html } = renderReportFile({
    ...testFacts('en', {
      filename: hostile,
      c2pa: testStore({ manifests: [testManifest({ title: hostile })], remote_manifest_url: hostile }),
    }),
    style,
  });
  expect(/<script|<img|\sonerror="/.exec(html)).toBeNull();
  expect(html).toMatch(/<title>[^<]*<\/title><style>/);
});
