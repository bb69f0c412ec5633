import { LANGUAGE_PATHS, type Language } from '../../shared/language.ts';

export const SITEMAPS = ['pages', 'learn', 'docs', 'lab'] as const;

/** Which of the sitemaps a page stands in. */
export type Sitemap = (typeof SITEMAPS)[number];

export interface SitePage {
  /** Below the language: '' is the home page, `docs/verify` an article. */
  readonly path: string;
  readonly sitemap: Sitemap;
  /** Folder and name of its Markdown; null: the page is made by code. */
  readonly article: string | null;
}

/** In the order in which they are read. */
const DOCS = [
  'quick-start',
  'authentication',
  'verify',
  'sign',
  'credentials',
  'jobs',
  'webhooks',
  'accounts',
  'errors',
  'limits',
  'cli',
  'library',
  'self-hosting',
  'changelog',
] as const;

const LESSONS = [
  'what-is-c2pa',
  'reading-a-verdict',
  'china-aigc-label',
  'trust-lists',
  'why-metadata-disappears',
  'resolution-integrity',
  'ai-disclosure-law',
] as const;

const SITE_ARTICLES = ['how-it-works', 'what-we-check', 'about', 'privacy', 'terms', 'security'] as const;

/** The groups of the API reference, by their tags in the OpenAPI document and in its order; each has a page. */
export const REFERENCE_GROUPS = [
  'Authentication',
  'Account',
  'Organizations',
  'Content',
  'Web',
  'Credentials',
  'Administration',
  'Jobs',
  'Dashboard',
  'Console',
  'Webhooks',
  'Audit',
  'Billing',
  'Payment callbacks',
  'Usage',
  'Service',
] as const;

/** What has a page of the API reference: a group, or the schemas that several groups share. */
export const REFERENCE_PARTS = [...REFERENCE_GROUPS, 'Schemas'] as const;
export type ReferencePart = (typeof REFERENCE_PARTS)[number];

/** The last part of the address of a page of the API reference. */
export function referenceSlug(part: ReferencePart): string {
  return part.toLowerCase().replaceAll(' ', '-');
}

/** Every page that each installation has for the public; each exists in both languages. Routes, sitemaps, llms.txt and the crawler test derive from it. */
export const SITE_PAGES: readonly SitePage[] = [
  { path: '', sitemap: 'pages', article: null },
  ...SITE_ARTICLES.map((slug) => ({ path: slug, sitemap: 'pages' as const, article: `site/${slug}` })),
  { path: 'status', sitemap: 'pages', article: null },
  { path: 'lab', sitemap: 'lab', article: 'site/lab' },
  { path: 'docs', sitemap: 'docs', article: null },
  ...DOCS.map((slug) => ({ path: `docs/${slug}`, sitemap: 'docs' as const, article: `docs/${slug}` })),
  { path: 'docs/reference', sitemap: 'docs', article: null },
  ...REFERENCE_PARTS.map((part) => ({
    path: `docs/reference/${referenceSlug(part)}`,
    sitemap: 'docs' as const,
    article: null,
  })),
  { path: 'learn', sitemap: 'learn', article: null },
  ...LESSONS.map((slug) => ({ path: `learn/${slug}`, sitemap: 'learn' as const, article: `learn/${slug}` })),
];

/** Only where something costs money. */
const PRICING_PAGE: SitePage = { path: 'pricing', sitemap: 'pages', article: null };

/** The public pages of an installation. */
export function sitePages({ hasPrices }: { hasPrices: boolean }): readonly SitePage[] {
  return hasPrices ? [...SITE_PAGES, PRICING_PAGE] : SITE_PAGES;
}

/** The address of a page in a language, from the root: `/en/docs/verify`. */
export function pagePath(language: Language, path: string): string {
  return `/${LANGUAGE_PATHS[language]}${path === '' ? '' : `/${path}`}`;
}
