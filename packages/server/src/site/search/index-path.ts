import type { Language } from '../../shared/language.ts';
import { pagePath } from '../kit/site-map.ts';

/** Where the browser fetches what it searches. */
export function searchIndexPath(language: Language): string {
  return pagePath(language, 'docs/search.json');
}
