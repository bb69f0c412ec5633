import type { Language } from '../../shared/language.ts';
import { assetUrl, type LinkCard, type Shell } from './shell.ts';
import { SITE } from './words/site.ts';

const LOCALES: Readonly<Record<Language, string>> = { en: 'en_US', 'zh-CN': 'zh_CN' };

/** What programs read that unfold links: Open Graph, and the word by which others show the picture large. */
export function LinkTags({ shell: { language, origin }, link }: { shell: Shell; link: LinkCard }) {
  const other: Language = language === 'en' ? 'zh-CN' : 'en';
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={SITE[language].brand} />
      <meta property="og:title" content={link.title} />
      <meta property="og:description" content={link.description} />
      <meta property="og:url" content={link.url} />
      <meta property="og:locale" content={LOCALES[language]} />
      <meta property="og:locale:alternate" content={LOCALES[other]} />
      <meta property="og:image" content={`${origin}${link.picture}`} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={link.pictureText} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** The mark of the product for tabs, home screens and whatever shows the page as an application. */
export function Icons({ shell }: { shell: Shell }) {
  return (
    <>
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href={assetUrl(shell, 'favicon.svg')} type="image/svg+xml" />
      <link rel="apple-touch-icon" href={assetUrl(shell, 'apple-touch-icon.png')} />
      <link rel="manifest" href="/site.webmanifest" />
      {/* The bar of the page: `--surface` of both schemes. */}
      <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#171b22" media="(prefers-color-scheme: dark)" />
    </>
  );
}
