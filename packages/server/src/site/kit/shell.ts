import type { Language } from '../../shared/language.ts';

/** What every page needs besides its own content. */
export interface Shell {
  readonly language: Language;
  /** Where the service is reached, without a trailing slash. */
  readonly origin: string;
  /** Whether anything costs money, so that there is a page about prices. */
  readonly hasPrices: boolean;
  /** Served name of each asset by its own: `site.css` -> `/assets/site-1A2B3C4D.css`. */
  readonly assets: Readonly<Record<string, string>>;
}

/** Who a page is for, and how search engines may take it. */
export interface PageHead {
  /** Without the name of the product. */
  readonly title: string;
  readonly description: string;
  /** Below the language, as in the site map; the other language has the same. */
  readonly path: string;
  /** Whether search engines may list it. */
  readonly isPublic: boolean;
  /** Scripts of this page, by asset name. */
  readonly scripts?: readonly string[];
  /** Schema.org objects. */
  readonly structuredData?: readonly Readonly<Record<string, unknown>>[];
  /** Where the same page is in the other language, when its address has no language of its own. */
  readonly otherLanguage?: string;
  /** Address of the same text as Markdown. */
  readonly markdown?: string;
  /** The part of the site that the navigation marks. */
  readonly section?: 'verify' | 'how-it-works' | 'docs' | 'learn' | 'pricing' | 'dashboard';
  /** Its own width: `wide` for tables and pictures, default the width of text. */
  readonly width?: 'text' | 'wide';
}

/** The served address of an asset. @throws for one that was not built: a page without it would be broken in silence */
export function assetUrl({ assets }: Pick<Shell, 'assets'>, name: string): string {
  const url = assets[name];
  if (url === undefined) throw new Error(`the asset ${name} was not built`);
  return url;
}
