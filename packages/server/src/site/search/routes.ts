import type { PageRoute } from '../../http/page-route.ts';
import { LANGUAGES } from '../../shared/language.ts';
import { lazy } from '../../shared/lazy.ts';
import type { FilledArticles } from '../articles/routes.tsx';
import { readReference } from '../reference/read-reference.ts';
import type { PageServices } from '../services.ts';
import { buildIndex } from './build-index.ts';
import { searchIndexPath } from './index-path.ts';

/** What the browser searches, for each language: made once, from the same texts as the pages. */
export function searchRoutes(services: PageServices, articles: FilledArticles): PageRoute[] {
  return LANGUAGES.map((language) => ({
    method: 'GET',
    path: searchIndexPath(language),
    rateLimit: 'none',
    auth: { kind: 'none' },
    handler: lazy(() => ({
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'public, max-age=300',
        'content-language': language,
      },
      body: JSON.stringify(buildIndex(language, articles, readReference(services.openApi(), services.links.origin()))),
    })),
  }));
}
