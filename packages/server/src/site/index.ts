import type { PageRoute } from '../http/page-route.ts';
import { accountPages } from './account/index.ts';
import { adminPages } from './admin/index.ts';
import { articleRoutes } from './articles/routes.tsx';
import { openArticles } from './articles/articles.ts';
import { assetRoute } from './kit/assets.ts';
import { dashboardRoutes } from './dashboard/index.ts';
import { discoveryRoutes } from './discovery/routes.ts';
import { fillArticles } from './articles/fill-articles.ts';
import { homeRoutes } from './home/routes.tsx';
import { pricingRoutes } from './pricing/routes.tsx';
import { redirectRoutes } from './discovery/redirect-routes.ts';
import { referenceRoutes } from './reference/routes.tsx';
import { searchRoutes } from './search/routes.ts';
import { resultRoutes } from './result/routes.tsx';
import { sampleRoutes } from './samples/routes.ts';
import { shareRoutes } from './share/routes.ts';
import { labPages } from './lab/routes.tsx';
import type { PageServices } from './services.ts';
import type { Site } from './kit/site.ts';
import { statusRoutes } from './status/routes.tsx';

export { renderBadge } from './credential/badge.ts';
export { renderCredentialPage } from './credential/page.tsx';
export { signInAddress } from './kit/sign-in-address.ts';
export { renderHtmlReport } from './result/render-html-report.ts';
export type { PageServices } from './services.ts';
export { errorPageOf, openSite, type Site } from './kit/site.ts';

/** Every page, form and static file, area by area. */
export function pageRoutes(services: PageServices, site: Site): PageRoute[] {
  const articles = fillArticles(openArticles(), services);
  return [
    assetRoute(site.assets),
    ...discoveryRoutes(services, site, articles),
    ...redirectRoutes(),
    ...homeRoutes(services, site),
    ...shareRoutes(),
    ...sampleRoutes(services, site),
    ...statusRoutes(services, site),
    ...pricingRoutes(services, site),
    ...resultRoutes(services, site),
    ...accountPages(services, site),
    ...dashboardRoutes(services, site),
    ...adminPages(services, site),
    ...labPages(services, site, articles),
    ...articleRoutes(services, site, articles),
    ...referenceRoutes(services, site, articles),
    ...searchRoutes(services, articles),
  ];
}
