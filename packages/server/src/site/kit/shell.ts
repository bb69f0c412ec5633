import type { Language } from '../../shared/language.ts';
import type { Operator } from '../../shared/operator.ts';

/** What every page needs besides its own content. */
export interface Shell {
  readonly language: Language;
  /** Where the service is reached, without a trailing slash. */
  readonly origin: string;
  /** Whether anything costs money, so that there is a page about prices. */
  readonly hasPrices: boolean;
  readonly operator: Operator;
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
  /**
   * How a link to the page is shown elsewhere. By default a public page as itself, and any other page not at all: what a page
   * says of one person must not leave it.
   */
  readonly link?: LinkCard;
  /** Scripts of this page, by asset name. */
  readonly scripts?: readonly string[];
  /** Schema.org objects. */
  readonly structuredData?: readonly Readonly<Record<string, unknown>>[];
  /** Where the same page is in the other language, when its address has no language of its own. */
  readonly otherLanguage?: string;
  /** Address of the same text as Markdown. */
  readonly markdown?: string;
  /** The part of the site that the navigation marks. */
  readonly section?: 'verify' | 'docs' | 'learn' | 'pricing' | 'lab' | 'dashboard';
  /** Where the header's link to the dashboard leads, when that is not to the account's own organization. */
  readonly dashboard?: string;
  /** Its own width: `wide` for tables and pictures, `docs` for text with code beside it, default the width of text. */
  readonly width?: 'text' | 'wide' | 'docs';
}

/** How a link is shown by programs that unfold it. */
export interface LinkCard {
  readonly title: string;
  readonly description: string;
  /** Whole address of the page. */
  readonly url: string;
  /** Path of the picture, and what it shows. */
  readonly picture: string;
  readonly pictureText: string;
}

/** The served address of an asset. @throws for one that was not built: a page without it would be broken in silence */
export function assetUrl({ assets }: Pick<Shell, 'assets'>, name: string): string {
  const url = assets[name];
  if (url === undefined) throw new Error(`the asset ${name} was not built`);
  return url;
}
