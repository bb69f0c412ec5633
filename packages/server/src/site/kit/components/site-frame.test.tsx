import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../shared/language.ts';
import type { Operator } from '../../../shared/operator.ts';
import { renderPage } from '../render-page.ts';
import type { PageHead } from '../shell.ts';
import { SITE } from '../words/site.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

const NOBODY: Operator = { name: null, contact: null, icp: null, psb: null, sourceUrl: null };
const HEAD: PageHead = { title: 'Title', description: 'Text', path: 'docs/verify', isPublic: true };

function linksOf(html: string): (readonly [address: string, text: string])[] {
  return [...html.matchAll(/<a[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, address = '', text = '']) => [
    address,
    text.replaceAll(/<[^>]*>/g, ''),
  ]);
}

describe('the header', () => {
  it.each([
    [true, ['/en', '/en/docs', '/en/learn', '/en/pricing', '/en/lab']],
    [false, ['/en', '/en/docs', '/en/learn', '/en/lab']],
  ])('has the same links in the bar and in the menu; prices: %s', (hasPrices, sections) => {
    const html = renderToString(<SiteHeader shell={{ language: 'en', hasPrices }} head={HEAD} />);
    const [, bar = '', menu = ''] = html.split('<nav');
    for (const part of [bar.slice(0, bar.indexOf('</nav>')), menu.slice(0, menu.indexOf('<div'))]) {
      expect(linksOf(part).map(([address]) => address)).toEqual(sections);
    }
    expect(linksOf(html).filter(([address]) => address === '/en/register')).toHaveLength(2);
    expect(linksOf(html)).toContainEqual(['/zh-cn/docs/verify', '中文']);
  });

  it('marks the section, and offers nobody in the dashboard to sign in', () => {
    const shell = { language: 'zh-CN', hasPrices: false } as const;
    const docs = renderToString(<SiteHeader shell={shell} head={{ ...HEAD, section: 'docs' }} />);
    expect(docs.match(/aria-current="true">文档</g)).toHaveLength(2);
    const dashboard = renderToString(<SiteHeader shell={shell} head={{ ...HEAD, section: 'dashboard' }} />);
    expect(dashboard).toContain(SITE['zh-CN'].nav.dashboard);
    expect(dashboard).not.toContain(SITE['zh-CN'].nav.signIn);
    expect(dashboard).not.toContain('/register');
  });
});

describe('the footer', () => {
  const footer = (language: 'en' | 'zh-CN', operator: Partial<Operator>): string =>
    renderToString(<SiteFooter shell={{ language, operator: { ...NOBODY, ...operator } }} />);

  it.each(LANGUAGES)('in %s names nobody when the operator has said nothing', (language) => {
    expect(footer(language, {})).not.toContain('footer-operator');
    expect(linksOf(footer(language, {})).filter(([address]) => !address.startsWith('/'))).toEqual([]);
  });

  it.each(LANGUAGES)('in %s names the operator, the filings with their registers, and the source', (language) => {
    const html = footer(language, {
      name: 'Example \u202EHoldings <b>',
      contact: 'mailto:hello@revera.example',
      icp: '京ICP备12345678号-1',
      psb: '京公网安备 11010502030143号',
      sourceUrl: 'https://git.example/revera',
    });
    expect(html).toContain('<bdi>Example 〚U+202E〛Holdings &lt;b></bdi>');
    expect(linksOf(html).filter(([address]) => !address.startsWith('/'))).toEqual([
      ['mailto:hello@revera.example', SITE[language].footer.contact],
      ['https://beian.miit.gov.cn/', '京ICP备12345678号-1'],
      ['https://beian.mps.gov.cn/#/query/webSearch?code=11010502030143', '京公网安备 11010502030143号'],
      ['https://git.example/revera', SITE[language].footer.source],
    ]);
  });
});

describe('renderPage', () => {
  it('keeps the name of the standard on one line, and leaves what is copied as it is', () => {
    const page = (
      <main>
        <p>GB 45438-2025</p>
        <pre>GB 45438-2025</pre>
        <p>
          <code>GB 45438-2025</code> GB 45438
        </p>
      </main>
    );
    expect(renderPage(page)).toBe(
      '<!doctype html>\n<main><p>GB\u00A045438-2025</p><pre>GB 45438-2025</pre><p><code>GB 45438-2025</code> GB\u00A045438</p></main>\n',
    );
  });
});
