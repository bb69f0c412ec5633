import { redirect, type PageRoute } from '../../http/page-route.ts';
import { LANGUAGES } from '../../shared/language.ts';
import { pagePath } from '../kit/site-map.ts';

/** Short addresses that choose the language for the browser. */
const CHOOSING = ['', 'docs', 'learn', 'lab', 'login', 'register', 'dashboard', 'admin'];

/** `/docs/limits` and the like; the contract names one. */
const CHOOSING_BELOW = ['docs', 'docs/reference', 'learn'];

export function redirectRoutes(): PageRoute[] {
  const headers = { vary: 'Accept-Language', 'cache-control': 'no-cache' };
  return [
    ...CHOOSING.map((path): PageRoute => ({
      method: 'GET',
      path: `/${path}`,
      rateLimit: 'none',
      auth: { kind: 'none' },
      handler: ({ language }) => redirect(pagePath(language, path), { status: 302, headers }),
    })),
    ...CHOOSING_BELOW.map((part): PageRoute => ({
      method: 'GET',
      path: `/${part}/{slug}`,
      rateLimit: 'none',
      auth: { kind: 'none' },
      handler: ({ language, params }) =>
        redirect(pagePath(language, `${part}/${encodeURIComponent(params['slug'] ?? '')}`), { status: 302, headers }),
    })),
    ...LANGUAGES.map((language): PageRoute => ({
      method: 'GET',
      path: `${pagePath(language, '')}/`,
      rateLimit: 'none',
      auth: { kind: 'none' },
      handler: () => redirect(pagePath(language, ''), { status: 308 }),
    })),
  ];
}
