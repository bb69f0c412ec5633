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
  /** The article stands below a tool, on a page made by code. */
  readonly isTool?: true;
}

/** The articles of the documentation as their navigation shows them, in the order in which they are read. */
export const DOC_GROUPS = [
  { group: 'start', pages: ['quick-start', 'verify', 'sign'] },
  { group: 'results', pages: ['credentials', 'jobs', 'webhooks'] },
  { group: 'access', pages: ['authentication', 'accounts'] },
  { group: 'lookup', pages: ['errors', 'limits', 'reference', 'changelog'] },
  { group: 'run', pages: ['cli', 'library', 'self-hosting'] },
] as const;

const DOCS = DOC_GROUPS.flatMap(({ pages }) => [...pages]).filter((page) => page !== 'reference');

export const LESSON_GROUPS = [
  { group: 'credentials', pages: ['what-is-c2pa', 'reading-a-verdict', 'trust-lists'] },
  { group: 'labels', pages: ['china-aigc-label', 'ai-disclosure-law'] },
  { group: 'files', pages: ['why-metadata-disappears', 'resolution-integrity'] },
] as const;

const LESSONS = LESSON_GROUPS.flatMap(({ pages }) => [...pages]);

const SITE_ARTICLES = ['how-it-works', 'what-we-check', 'about', 'privacy', 'terms', 'security'] as const;

/** The pages of the API reference as their navigation shows them: what most come for first. Each group is a tag of the OpenAPI document. */
export const REFERENCE_SECTIONS = [
  { group: 'content', pages: ['Content', 'Web', 'Credentials', 'Jobs'] },
  { group: 'events', pages: ['Webhooks', 'Usage'] },
  { group: 'access', pages: ['Authentication', 'Account', 'Organizations', 'Dashboard', 'Console', 'Audit'] },
  { group: 'money', pages: ['Billing', 'Payment callbacks'] },
  { group: 'service', pages: ['Service', 'Administration', 'Schemas'] },
] as const;

/** What has a page of the API reference: a group, or the schemas that several groups share. */
export const REFERENCE_PARTS = REFERENCE_SECTIONS.flatMap(({ pages }) => [...pages]);
export type ReferencePart = (typeof REFERENCE_PARTS)[number];

/** The groups, each with its own routes. */
export const REFERENCE_GROUPS = REFERENCE_PARTS.filter((part) => part !== 'Schemas');

/** The last part of the address of a page of the API reference. */
export function referenceSlug(part: ReferencePart): string {
  return part.toLowerCase().replaceAll(' ', '-');
}

/** Every page that each installation has for the public; each exists in both languages. Routes, sitemaps, llms.txt and the crawler test derive from it. */
export const SITE_PAGES: readonly SitePage[] = [
  { path: '', sitemap: 'pages', article: null },
  ...SITE_ARTICLES.map((slug) => ({ path: slug, sitemap: 'pages' as const, article: `site/${slug}` })),
  { path: 'status', sitemap: 'pages', article: null },
  { path: 'lab', sitemap: 'lab', article: 'site/lab', isTool: true },
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
