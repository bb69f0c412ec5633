import { z } from 'zod';
import type { PageContext } from '../../../http/page-route.ts';
import { reasonOf, type AppError } from '../../../shared/app-error.ts';
import { LANGUAGE_PATHS } from '../../../shared/language.ts';
import type { FormProblem } from '../../kit/components/form.tsx';
import type { AccountPageProps } from './account-document.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { nextPath, withNext } from '../../kit/next-path.ts';
import type { Site } from '../../kit/site.ts';

/** What every account page is made with. @param query kept in the address of the form and of the other language */
export function frameOf(site: Site, context: PageContext, path: string, query = ''): AccountPageProps {
  const { language, csrfToken } = context;
  const action = `${pagePath(language, path)}${query}`;
  return { shell: site.shell(language), path: `${path}${query}`, action, csrf: csrfToken };
}

const LANGUAGE_STEP = new RegExp(`^/(?:${Object.values(LANGUAGE_PATHS).join('|')})(?=[/?]|$)`);

/** The page to go on to, in the language of the current page, which may have been switched since. Null when it is not one of our pages. */
export function nextOf({ query, language }: Pick<PageContext, 'query' | 'language'>): string | null {
  return nextPath(query.get('next'))?.replace(LANGUAGE_STEP, pagePath(language, '')) ?? null;
}

/** The query that keeps the page to go on to. */
export function nextQuery(next: string | null): string {
  return withNext('', next);
}

/** The value of `?done=`, if it is one of these words. */
export function doneOf<Word extends string>(
  { query }: Pick<PageContext, 'query'>,
  words: readonly Word[],
): Word | null {
  const given = query.get('done');
  return words.find((word) => word === given) ?? null;
}

/** The token of an emailed link: in the address of its page, and in the form on it. Null for a page opened without a link. */
export function tokenOf({ form, query }: Pick<PageContext, 'form' | 'query'>): string | null {
  return form.get('token') ?? query.get('token');
}

/** The form on the page of a link. Any text is read as a token; the use case refuses those that don't work. */
export const LINK_FORM = { schema: z.object({ token: z.string() }), fields: ['token'] } as const;

/** The status of a page whose link doesn't work; a page opened without a token is not an error. */
export function deadLinkStatus(token: string): number {
  return token === '' ? 200 : 404;
}

/** The page of a link that doesn't work says so itself, in place of its form. */
export function explainDeadLink(error: AppError): FormProblem | null {
  return reasonOf(error) === 'token_invalid' ? { field: '', text: '' } : null;
}
