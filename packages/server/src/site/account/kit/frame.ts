import type { PageAnswer, PageContext } from '../../../http/page-route.ts';
import { LANGUAGE_PATHS } from '../../../shared/language.ts';
import type { AccountPageProps } from './account-document.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { nextPath, withNext } from '../../kit/next-path.ts';
import type { Refused } from '../../kit/read-form.ts';
import type { Site } from '../../kit/site.ts';

/** What a page on which people get in is made with. @param query kept in the address of the form and of the other language */
export function frameOf(site: Site, context: PageContext, path: string, query = ''): AccountPageProps {
  const { language, csrfToken } = context;
  const action = `${pagePath(language, path)}${query}`;
  return { shell: site.shell(language), path: `${path}${query}`, action, csrf: csrfToken };
}

const LANGUAGE_STEP = new RegExp(`^/(?:${Object.values(LANGUAGE_PATHS).join('|')})(?=[/?]|$)`);

/** The page to go on to, in the language of the page that asks: it may have been switched since. Null: nowhere of ours. */
export function nextOf({ query, language }: Pick<PageContext, 'query' | 'language'>): string | null {
  return nextPath(query.get('next'))?.replace(LANGUAGE_STEP, pagePath(language, '')) ?? null;
}

/** Behind the address of a page. */
export function nextQuery(next: string | null): string {
  return withNext('', next);
}

/** The word behind `?done=`, if it is one of these. */
export function doneOf<Word extends string>(
  { query }: Pick<PageContext, 'query'>,
  words: readonly Word[],
): Word | null {
  const given = query.get('done');
  return words.find((word) => word === given) ?? null;
}

/** Of a page whose link does not work; an address that ends before the token asks for nothing that is missing. */
export function deadLinkStatus(token: string): number {
  return token === '' ? 200 : 404;
}

/** How a form that was refused is answered. */
export function refusedAnswer({ status, headers }: Refused): Omit<PageAnswer, 'body'> {
  return { status, headers };
}
