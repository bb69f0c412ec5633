import type { App } from '../../app.ts';
import { readPage, type PageFacts } from './page-facts.ts';

/** One address of the site, as a visitor without a session gets it. */
export interface Visited {
  /** After redirects. */
  status: number;
  type: string;
  body: string;
  /** Facts about an HTML page. */
  page: PageFacts | null;
}

export interface Crawl {
  /** Keyed by path and query. */
  visited: ReadonlyMap<string, Visited>;
  /** Every link between two addresses of the site. */
  links: readonly { from: string; to: string; fragment: string }[];
  /** Addresses elsewhere that people may visit, with the pages that name them. */
  external: ReadonlyMap<string, string[]>;
}

const REDIRECTS_MAX = 3;
/** More than the site has: a loop of addresses is a failure, not a wait. */
const PAGES_MAX = 2_000;

/** Visits everything that the given addresses lead to, page after page, but nothing elsewhere. */
export async function crawl(app: App, origin: string, starts: readonly string[]): Promise<Crawl> {
  const visited = new Map<string, Visited>();
  const links: Crawl['links'][number][] = [];
  const external = new Map<string, string[]>();
  const waiting = [...starts];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (visited.has(path)) continue;
    if (visited.size >= PAGES_MAX) throw new Error('the site has no end');
    const answer = await visit(app, path);
    visited.set(path, answer);
    for (const target of targetsOf(answer.page, `${origin}${path}`)) {
      if (target.origin !== origin) {
        external.set(target.href, [...(external.get(target.href) ?? []), path]);
        continue;
      }
      const to = target.pathname + target.search;
      links.push({ from: path, to, fragment: decodeURIComponent(target.hash.slice(1)) });
      waiting.push(to);
    }
  }
  return { visited, links, external };
}

/** Requests a page as a browser does, which prefers pages. */
export async function visit(app: App, path: string, redirects = REDIRECTS_MAX): Promise<Visited> {
  const answer = await app.inject({ url: path, headers: { accept: 'text/html,*/*;q=0.8' } });
  const { location } = answer.headers;
  if (answer.statusCode >= 300 && typeof location === 'string' && redirects > 0) {
    const next = new URL(location, 'http://localhost');
    return await visit(app, next.pathname + next.search, redirects - 1);
  }
  const type = String(answer.headers['content-type'] ?? '');
  const page = type.startsWith('text/html') ? readPage(answer.body) : null;
  return { status: answer.statusCode, type, body: answer.body, page };
}

/** The targets of a page's links and resources. */
function targetsOf(page: PageFacts | null, address: string): URL[] {
  return (page?.tags ?? [])
    .flatMap(({ attributes }) => [attributes.get('href') ?? [], attributes.get('src') ?? []].flat())
    .map((target) => new URL(target, address))
    .filter(({ protocol }) => protocol.startsWith('http'));
}
