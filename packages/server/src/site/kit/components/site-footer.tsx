import type { Language } from '../../../shared/language.ts';
import type { Operator } from '../../../shared/operator.ts';
import type { Shell } from '../shell.ts';
import { pagePath } from '../site-map.ts';
import { visibleText } from '../visible-text.ts';
import { SITE } from '../words/site.ts';

const COLUMNS = [
  ['product', ['home', 'how-it-works', 'what-we-check', 'lab']],
  ['learn', ['docs', 'reference', 'learn', 'about']],
  ['rules', ['privacy', 'terms', 'security', 'status']],
] as const;

const PATHS: Readonly<Record<string, string>> = { home: '', reference: 'docs/reference' };

const ICP_REGISTER = 'https://beian.miit.gov.cn/';
const PSB_REGISTER = 'https://beian.mps.gov.cn/#/query/webSearch';

/** Where everything is, and who runs this installation, as far as the operator has said it. */
export function SiteFooter({ shell: { language, operator } }: { shell: Pick<Shell, 'language' | 'operator'> }) {
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
      <OperatorLine operator={operator} language={language} />
      <p class="footer-note">
        {words.footer.note} ·{' '}
        {operator.sourceUrl === null ? words.footer.source : <a href={operator.sourceUrl}>{words.footer.source}</a>}
      </p>
    </footer>
  );
}

/** The filing numbers are the same in both languages: the law wants them on the pages, each with a link to its register. */
function OperatorLine({ operator: { name, contact, icp, psb }, language }: { operator: Operator; language: Language }) {
  const words = SITE[language].footer;
  if ([name, contact, icp, psb].every((part) => part === null)) return null;
  return (
    <ul class="footer-operator">
      {name === null ? null : (
        <li>
          {words.operator}
          <bdi>{visibleText(name)}</bdi>
        </li>
      )}
      {contact === null ? null : (
        <li>
          <a href={contact}>{words.contact}</a>
        </li>
      )}
      {icp === null ? null : (
        <li lang="zh-CN">
          <a href={ICP_REGISTER}>{icp}</a>
        </li>
      )}
      {psb === null ? null : (
        <li lang="zh-CN">
          <a href={`${PSB_REGISTER}?code=${psb.replaceAll(/\D/g, '')}`}>{psb}</a>
        </li>
      )}
    </ul>
  );
}
