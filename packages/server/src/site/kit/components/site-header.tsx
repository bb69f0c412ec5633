import type { Language } from '../../../shared/language.ts';
import type { PageHead, Shell } from '../shell.ts';
import { pagePath } from '../site-map.ts';
import { SITE } from '../words/site.ts';

interface Props {
  shell: Pick<Shell, 'language' | 'hasPrices'>;
  head: PageHead;
}

/** Name, navigation, and the same page in the other language. */
export function SiteHeader({ shell: { language, hasPrices }, head }: Props) {
  const words = SITE[language];
  const other: Language = language === 'en' ? 'zh-CN' : 'en';
  const links = [
    ['verify', '', words.nav.verify],
    ['how-it-works', 'how-it-works', words.nav.howItWorks],
    ['docs', 'docs', words.nav.docs],
    ['learn', 'learn', words.nav.learn],
    ...(hasPrices ? [['pricing', 'pricing', words.nav.pricing] as const] : []),
    ['dashboard', 'dashboard', words.nav.dashboard],
  ] as const;
  return (
    <header class="site-header">
      <a class="brand" href={pagePath(language, '')}>
        <span class="brand-mark" aria-hidden="true">
          R
        </span>
        {words.brand}
      </a>
      <nav class="site-nav" aria-label={words.nav.label}>
        <ul>
          {links.map(([section, path, text]) => (
            <li key={section}>
              <a href={pagePath(language, path)} aria-current={head.section === section ? 'true' : undefined}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <a class="language-switch" href={head.otherLanguage ?? pagePath(other, head.path)} lang={other} hreflang={other}>
        {words.otherLanguage}
      </a>
    </header>
  );
}
