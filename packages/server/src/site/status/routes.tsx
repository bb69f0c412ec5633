import type { PageAnswer, PageRoute } from '../../http/page-route.ts';
import { LANGUAGES } from '../../shared/language.ts';
import type { History, ServiceStatus } from '../../shared/service-status.ts';
import type { PresentedIncident } from '../../features/incidents/index.ts';
import type { IncidentRow } from './incident-list.tsx';
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
    let shown: { of: readonly unknown[]; answer: PageAnswer } | null = null;
    const show = ([status, history, incidents]: Shown): PageAnswer => {
      const rows = incidents?.map(incidentRow) ?? null;
      const shell = site.shell(language);
      const page = (
        <StatusPage shell={shell} status={status} history={history} incidents={rows} signing={signingSettings} />
      );
      return privatePage(page, language, { status: status.isReady ? 200 : 503 });
    };
    return {
      method: 'GET',
      path: pagePath(language, 'status'),
      rateLimit: 'none',
      auth: { kind: 'none' },
      handler: async () => {
        const of: Shown = await Promise.all([health.status(), health.history(), health.incidents()]);
        // What was read is the same object for all who ask; so is the page of it.
        if (shown === null || of.some((part, at) => part !== shown?.of[at])) shown = { of, answer: show(of) };
        return shown.answer;
      },
    };
  });
}

type Shown = [ServiceStatus, History | null, readonly PresentedIncident[] | null];

/** An incident as the pages show it. */
export function incidentRow(incident: PresentedIncident): IncidentRow {
  const { id, component, title, state, started_at: startedAt, updates } = incident;
  const said = updates.map(({ created_at: at, ...update }) => ({ ...update, at }));
  return { id, component, title, state, startedAt, updates: said };
}
