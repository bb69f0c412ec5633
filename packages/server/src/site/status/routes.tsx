import type { PageAnswer, PageRoute } from '../../http/page-route.ts';
import { LANGUAGES } from '../../shared/language.ts';
import type { ServiceStatus } from '../../shared/service-status.ts';
import { pagePath } from '../kit/site-map.ts';
import { StatusPage } from './page.tsx';
import type { PageServices } from '../services.ts';
import { privatePage, type Site } from '../kit/site.ts';

/**
 * How the service is at this moment, or was a moment ago: it is measured, and shown, once for all who ask. Nothing on the way
 * needs the database, not even a rate limit, so that the page also answers when it is gone; its own status is that of the route
 * for load balancers.
 */
export function statusRoutes({ health, signingSettings }: PageServices, site: Site): PageRoute[] {
  return LANGUAGES.map((language) => {
    const shown = new WeakMap<ServiceStatus, PageAnswer>();
    const show = (status: ServiceStatus): PageAnswer => {
      const page = <StatusPage shell={site.shell(language)} status={status} signing={signingSettings} />;
      return privatePage(page, language, { status: status.isReady ? 200 : 503 });
    };
    return {
      method: 'GET',
      path: pagePath(language, 'status'),
      rateLimit: 'none',
      auth: { kind: 'none' },
      handler: async () => {
        const status = await health.status();
        const answer = shown.get(status) ?? show(status);
        shown.set(status, answer);
        return answer;
      },
    };
  });
}
