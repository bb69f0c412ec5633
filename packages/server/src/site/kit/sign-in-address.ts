import type { Language } from '../../shared/language.ts';
import { nextPath, withNext } from './next-path.ts';
import { pagePath } from './site-map.ts';

/** Where to sign in, to come back to that page of ours afterwards; null or a page of another site: to the dashboard. */
export function signInAddress(language: Language, next: string | null): string {
  return withNext(pagePath(language, 'login'), nextPath(next) ?? pagePath(language, 'dashboard'));
}
