import type { ComponentChildren } from 'preact';
import { LANGUAGES } from '../../shared/language.ts';
import { SiteFooter } from './components/site-footer.tsx';
import { SiteHeader } from './components/site-header.tsx';
import { scriptSafe } from './data-block.tsx';
import { Icons, LinkTags } from './head-tags.tsx';
import { assetUrl, type LinkCard, type PageHead, type Shell } from './shell.ts';
import { pagePath } from './site-map.ts';
import { SITE } from './words/site.ts';
import { SITE_PICTURE, sharePath } from '../share/pictures.ts';
import { SHARE } from '../share/words.ts';

/** Of the header, which every page has. */
const MENU_SCRIPT = 'menu.js';

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
        <main id="main" tabIndex={-1} class={WIDTHS[head.width ?? 'text']}>
          {children}
        </main>
        <SiteFooter shell={shell} />
      </body>
    </html>
  );
}

const WIDTHS = { text: 'main', wide: 'main main-wide', docs: 'main main-docs' } as const;

function Head({ shell, head }: Omit<Props, 'children'>) {
  const { language, origin } = shell;
  const title = `${head.title} · ${SITE[language].brand}`;
  const address = `${origin}${pagePath(language, head.path)}`;
  const link = head.link ?? (head.isPublic ? pageLink(shell, head, address) : null);
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
      {link === null ? null : <LinkTags shell={shell} link={link} />}
      <Icons shell={shell} />
      <link rel="stylesheet" href={assetUrl(shell, 'site.css')} />
      {[MENU_SCRIPT, ...(head.scripts ?? [])].map((name) => (
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
  const { origin } = shell;
  return (
    <>
      <link rel="canonical" href={address} />
      {LANGUAGES.map((each) => (
        <link rel="alternate" hreflang={each} href={`${origin}${pagePath(each, head.path)}`} key={each} />
      ))}
      <link rel="alternate" hreflang="x-default" href={`${origin}${pagePath('en', head.path)}`} />
      {head.markdown === undefined ? null : <link rel="alternate" type="text/markdown" href={head.markdown} />}
    </>
  );
}

function pageLink({ language }: Shell, { title, description }: PageHead, url: string): LinkCard {
  const picture = sharePath(SITE_PICTURE, language);
  return { title, description, url, picture, pictureText: SHARE[language].site };
}
