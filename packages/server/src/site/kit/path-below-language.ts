import type { PageContext } from '../../http/page-route.ts';

/** Leads to the page in the other language. Without `done`, so that it does not repeat the message. */
export function pathBelowLanguage({ url, query }: Pick<PageContext, 'url' | 'query'>): string {
  const rest = new URLSearchParams(query);
  rest.delete('done');
  const path = (url.split('?', 1)[0] ?? '').split('/').slice(2).join('/');
  return rest.size === 0 ? path : `${path}?${rest.toString()}`;
}
