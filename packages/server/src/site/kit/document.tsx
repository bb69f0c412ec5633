import type { ComponentChildren } from 'preact';
import { LANGUAGES, type Language } from '../../shared/language.ts';
import { SiteFooter } from './components/site-footer.tsx';
import { SiteHeader } from './components/site-header.tsx';
import { scriptSafe } from './data-block.tsx';
import { assetUrl, type PageHead, type Shell } from './shell.ts';
import { pagePath } from './site-map.ts';
import { SITE } from './words/site.ts';

interface Props {
  shell: Shell;
  head: PageHead;
  children: ComponentChildren;
}

/** A whole page: head, header, content, footer. */
export function Document({ shell, head, children }: Props) {
  const words = SITE[shell.language];
  return (
    <html lang={shell.language}>
      <Head shell={shell} head={head} />
      <body>
        <a class="skip-link" href="#main">
          {words.skip}
        </a>
        <SiteHeader shell={shell} head={head} />
        <main id="main" tabIndex={-1} class={head.width === 'wide' ? 'main main-wide' : 'main'}>
          {children}
        </main>
        <SiteFooter language={shell.language} />
      </body>
    </html>
  );
}

function Head({ shell, head }: Omit<Props, 'children'>) {
  const { language, origin } = shell;
  const title = `${head.title} · ${SITE[language].brand}`;
  const address = `${origin}${pagePath(language, head.path)}`;
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <meta name="description" content={head.description} />
      <meta name="color-scheme" content="light dark" />
      {head.isPublic ? (
        <Discovery shell={shell} head={head} address={address} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
      <link rel="icon" href={assetUrl(shell, 'favicon.svg')} type="image/svg+xml" />
      <link rel="stylesheet" href={assetUrl(shell, 'site.css')} />
      {(head.scripts ?? []).map((name) => (
        <script type="module" src={assetUrl(shell, name)} key={name}></script>
      ))}
      {(head.structuredData ?? []).map((data, at) => (
        <script
          type="application/ld+json"
          key={at}
          dangerouslySetInnerHTML={{ __html: scriptSafe({ '@context': 'https://schema.org', ...data }) }}
        ></script>
      ))}
    </head>
  );
}

function Discovery({ shell, head, address }: Omit<Props, 'children'> & { address: string }) {
  const { language, origin } = shell;
  return (
    <>
      <link rel="canonical" href={address} />
      {LANGUAGES.map((each) => (
        <link rel="alternate" hreflang={each} href={`${origin}${pagePath(each, head.path)}`} key={each} />
      ))}
      <link rel="alternate" hreflang="x-default" href={`${origin}${pagePath('en', head.path)}`} />
      {head.markdown === undefined ? null : <link rel="alternate" type="text/markdown" href={head.markdown} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={SITE[language].brand} />
      <meta property="og:title" content={head.title} />
      <meta property="og:description" content={head.description} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={OPEN_GRAPH_LOCALES[language]} />
      <meta name="twitter:card" content="summary" />
    </>
  );
}

const OPEN_GRAPH_LOCALES: Readonly<Record<Language, string>> = { en: 'en_US', 'zh-CN': 'zh_CN' };
