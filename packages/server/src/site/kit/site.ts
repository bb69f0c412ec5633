import type { VNode } from 'preact';
import type { PageAnswer } from '../../http/page-route.ts';
import type { ErrorPage } from '../../http/errors.ts';
import { PAGE_HEADERS } from '../../http/page-headers.ts';
import type { Language } from '../../shared/language.ts';
import { DashboardErrorPage, isOfDashboard } from '../dashboard/kit/error-page.tsx';
import { renderErrorPage } from './error-page.tsx';
import { renderPage } from './render-page.ts';
import type { Shell } from './shell.ts';
import { loadAssets, type Assets } from './assets.ts';

/** What all pages are made with. */
export interface Site {
  assets: Assets;
  shell(language: Language): Shell;
}

/** @param origin asked each time: the port is known only once the server listens */
export function openSite(origin: () => string, installation: Pick<Shell, 'hasPrices' | 'operator'>): Site {
  const assets = loadAssets();
  return { assets, shell: (language) => ({ language, origin: origin(), ...installation, assets: assets.urls }) };
}

/** The same for everybody and until the next start. */
const SHARED = 'public, max-age=300';

/** A page that depends on nothing but its address: proxies may keep it for a while. */
export function sharedPage(page: VNode, language: Language): PageAnswer {
  return { headers: { 'cache-control': SHARED, 'content-language': language }, body: renderPage(page) };
}

/** A page for one person or one moment: nobody keeps it. */
export function privatePage(page: VNode, language: Language, answer: Omit<PageAnswer, 'body'> = {}): PageAnswer {
  return { ...answer, headers: { 'content-language': language, ...answer.headers }, body: renderPage(page) };
}

/** Shows errors to people. */
export function errorPageOf(site: Site): ErrorPage {
  return ({ language, ...facts }) => {
    const shell = site.shell(language);
    const html = isOfDashboard(facts.url, shell)
      ? renderPage(DashboardErrorPage({ shell, facts }))
      : renderErrorPage({ shell, ...facts });
    return { html, headers: PAGE_HEADERS };
  };
}
