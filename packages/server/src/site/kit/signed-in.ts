import { redirect, type PageAnswer, type PageContext } from '../../http/page-route.ts';
import type { AccountPrincipal } from '../../shared/principal.ts';
import { pagePath } from './site-map.ts';
import { nextPath, withNext } from './next-path.ts';

/** Who a page is for, with what its forms carry; or where a browser in which nobody is signed in goes first. */
export type SignedIn =
  | { readonly kind: 'account'; readonly account: AccountPrincipal; readonly csrf: string }
  | { readonly kind: 'redirect'; readonly answer: PageAnswer };

/**
 * For pages that need an account. A session whose password has to be changed first does not exist: signing in asks for the
 * new one. An address that is not confirmed may look around; `memberFor` refuses what it may not do.
 *
 * @param page to come back to after signing in; without it a page itself, but of a form, whose address may show nothing,
 *   the dashboard
 */
export function requireAccount(context: PageContext, page?: string): SignedIn {
  const { account, csrfToken: csrf, language, form, url } = context;
  if (account !== null && csrf !== null) return { kind: 'account', account, csrf };
  const next = nextPath(page ?? (form.size === 0 ? url : null)) ?? pagePath(language, 'dashboard');
  return { kind: 'redirect', answer: redirect(withNext(pagePath(language, 'login'), next)) };
}
