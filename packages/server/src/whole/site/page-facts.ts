/** One start tag of a page. */
export interface Tag {
  name: string;
  attributes: ReadonlyMap<string, string>;
}

/** What a crawler reads in one of our pages. */
export interface PageFacts {
  tags: readonly Tag[];
  ids: ReadonlySet<string>;
  title: string;
  lang: string;
  headings: number;
  /** Keyed by name or property. */
  meta: ReadonlyMap<string, string>;
  canonical: string | undefined;
  /** Address by `hreflang`. */
  alternates: ReadonlyMap<string, string>;
  isPublic: boolean;
  structuredData: readonly string[];
}

const TAG = /<(?<name>[a-z][a-z0-9]*)(?<attributes>(?:\s+[\w:.-]+(?:="[^"]*")?)*)\s*\/?>/gi;
const ATTRIBUTE = /(?<name>[\w:.-]+)(?:="(?<value>[^"]*)")?/g;
const STRUCTURED_DATA = /<script type="application\/ld\+json">(.*?)<\/script>/gs;

/** Reads a page as our renderer writes it: every attribute in double quotes. */
export function readPage(html: string): PageFacts {
  const tags = [...html.matchAll(TAG)].map(({ groups }) => tagOf(groups));
  const named = (name: string): Tag[] => tags.filter((tag) => tag.name === name);
  const links = named('link');
  const meta = new Map(
    named('meta').map(({ attributes }) => [
      attributes.get('name') ?? attributes.get('property') ?? '',
      attributes.get('content') ?? '',
    ]),
  );
  return {
    tags,
    ids: new Set(tags.flatMap(({ attributes }) => attributes.get('id') ?? [])),
    title: unescapeHtml(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? ''),
    lang: named('html')[0]?.attributes.get('lang') ?? '',
    headings: named('h1').length,
    meta,
    canonical: links.find(({ attributes }) => attributes.get('rel') === 'canonical')?.attributes.get('href'),
    alternates: new Map(
      links.flatMap(({ attributes }) => {
        const hreflang = attributes.get('hreflang');
        return hreflang === undefined ? [] : [[hreflang, attributes.get('href') ?? ''] as const];
      }),
    ),
    isPublic: !(meta.get('robots') ?? '').includes('noindex'),
    structuredData: [...html.matchAll(STRUCTURED_DATA)].map(([, json = '']) => json),
  };
}

function tagOf(groups: Record<string, string> | undefined): Tag {
  const attributes = [...(groups?.['attributes'] ?? '').matchAll(ATTRIBUTE)].map(
    (match) => [match.groups?.['name'] ?? '', unescapeHtml(match.groups?.['value'] ?? '')] as const,
  );
  return { name: (groups?.['name'] ?? '').toLowerCase(), attributes: new Map(attributes) };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function unescapeHtml(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => ENTITIES[name] ?? '');
}
