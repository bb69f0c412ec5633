import type { Language } from '../../../shared/language.ts';
import type { PageHead, Shell } from '../shell.ts';
import { pagePath } from '../site-map.ts';
import { SITE } from '../words/site.ts';
import { BrandMark } from './brand-mark.tsx';
import { LineIcon } from './line-icon.tsx';

interface Props {
  shell: Pick<Shell, 'language' | 'hasPrices'>;
  head: PageHead;
}

/**
 * Name, navigation, and the same page in the other language. A narrow screen gets the links in a menu that opens without a
 * script; the links are there twice, because no browser that we support shows what a closed `details` holds.
 */
export function SiteHeader({ shell, head }: Props) {
  const { language } = shell;
  const words = SITE[language];
  const other: Language = language === 'en' ? 'zh-CN' : 'en';
  return (
    <header class="site-header">
      <div class="site-bar">
        <a class="brand" href={pagePath(language, '')}>
          <BrandMark />
          {words.brand}
        </a>
        <nav class="site-nav" aria-label={words.nav.label}>
          <SectionLinks shell={shell} head={head} />
        </nav>
        <a
          class="language-switch"
          href={head.otherLanguage ?? pagePath(other, head.path)}
          lang={other}
          hreflang={other}
        >
          {words.otherLanguage}
        </a>
        <div class="site-account">
          <AccountLinks language={language} head={head} />
        </div>
        <details class="site-menu" data-menu="">
          <summary>
            <MenuMark />
            {words.nav.menu}
          </summary>
          <nav class="site-menu-sheet" aria-label={words.nav.menu}>
            <SectionLinks shell={shell} head={head} />
            <div class="site-menu-account">
              <AccountLinks language={language} head={head} />
            </div>
          </nav>
        </details>
      </div>
    </header>
  );
}

function SectionLinks({ shell: { language, hasPrices }, head }: Props) {
  const { nav } = SITE[language];
  const links = [
    ['verify', '', nav.verify],
    ['docs', 'docs', nav.docs],
    ['learn', 'learn', nav.learn],
    ...(hasPrices ? [['pricing', 'pricing', nav.pricing] as const] : []),
    ['lab', 'lab', nav.lab],
  ] as const;
  return (
    <ul>
      {links.map(([section, path, text]) => (
        <li key={section}>
          <a href={pagePath(language, path)} aria-current={head.section === section ? 'true' : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}

/**
 * Pages that are the same for everybody do not know who reads them: the dashboard asks who is not signed in to do so, and the
 * page on which one registers leads who is to the dashboard.
 */
function AccountLinks({ language, head }: { language: Language; head: PageHead }) {
  const { nav } = SITE[language];
  const dashboard = head.dashboard ?? pagePath(language, 'dashboard');
  if (head.section === 'dashboard') {
    return (
      <a class="site-sign-in" href={dashboard} aria-current="true">
        {nav.dashboard}
      </a>
    );
  }
  return (
    <>
      <a class="site-sign-in" href={dashboard}>
        {nav.signIn}
      </a>
      <a class="button site-key" href={pagePath(language, 'register')}>
        {nav.apiKey}
      </a>
    </>
  );
}

function MenuMark() {
  return (
    <LineIcon>
      <path class="menu-closed" d="M4 7h16M4 12h16M4 17h16" />
      <path class="menu-open" d="m6 6 12 12M18 6 6 18" />
    </LineIcon>
  );
}
