import type { Language } from '../../../shared/language.ts';
import { pagePath } from '../site-map.ts';
import { SITE } from '../words/site.ts';

const COLUMNS = [
  ['product', ['home', 'how-it-works', 'what-we-check', 'lab']],
  ['learn', ['docs', 'reference', 'learn', 'about']],
  ['rules', ['privacy', 'terms', 'security', 'status']],
] as const;

const PATHS: Readonly<Record<string, string>> = { home: '', reference: 'docs/reference' };

export function SiteFooter({ language }: { language: Language }) {
  const words = SITE[language];
  return (
    <footer class="site-footer">
      <nav class="footer-links" aria-label={words.footer.label}>
        {COLUMNS.map(([column, pages]) => (
          <div key={column}>
            <p class="footer-title">{words.footer[column]}</p>
            <ul>
              {pages.map((page) => (
                <li key={page}>
                  <a href={pagePath(language, PATHS[page] ?? page)}>{words.pages[page]}</a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <p class="footer-note">
        {words.footer.note} · {words.footer.source}
      </p>
    </footer>
  );
}
