import { z } from 'zod';
import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import {
  readTrustState,
  refreshTrustLists,
  type RefreshOutcome,
  type TrustState,
} from '../../../features/trust/index.ts';
import { privatePage } from '../../kit/site.ts';
import { adminStep } from '../kit/step-routes.tsx';
import { adminRoute, type AdminSite, type AdminVisit } from '../kit/visit.ts';
import { AdminTrustPage } from './page.tsx';
import type { ChangeRow, ListRow } from './rows.ts';
import { ADMIN_TRUST } from './words.ts';

const tab = 'trust';

/** The trust lists, their history, and fetching them now. */
export function adminTrustPages(admin: AdminSite): PageRoute[] {
  const { trustLists } = admin.services;
  return [
    ...adminRoute(admin, { method: 'GET', path: tab, tab, handler: (visit) => trustPage(admin, visit) }),
    ...adminStep(admin, {
      tab,
      back: tab,
      path: 'trust/refresh',
      schema: z.object({ force: z.boolean() }),
      fields: ['force'],
      input: (form) => ({ force: form.has('force') }),
      run: async ({ force }, visit) => {
        const outcomes = await refreshTrustLists(trustLists, { force, actor: visit.by });
        return trustPage(admin, visit, outcomes);
      },
      describe: ({ context: { language } }) => ({
        words: ADMIN_TRUST[language].step,
        asks: (
          <label class="check">
            <input type="checkbox" name="force" />
            <span>{ADMIN_TRUST[language].force}</span>
          </label>
        ),
      }),
    }),
  ];
}

async function trustPage(
  { services }: AdminSite,
  { frame, context }: AdminVisit,
  outcomes?: readonly RefreshOutcome[],
): Promise<PageAnswer> {
  const { lists, changes } = await readTrustState(services.trustLists);
  return privatePage(
    <AdminTrustPage
      frame={frame}
      lists={lists.map(listRow)}
      changes={changes.map(changeRow)}
      {...(outcomes === undefined ? {} : { outcomes })}
    />,
    context.language,
  );
}

function listRow(list: TrustState['lists'][number]): ListRow {
  const state = list.using_cached_version ? 'cached' : list.sha256 === null ? 'absent' : 'inUse';
  return {
    name: list.name,
    state: list.in_use ? state : 'off',
    source: list.source,
    copySource: list.copy_source,
    sha256: list.sha256,
    fetchedAt: list.fetched_at,
    nextAt: list.next_refresh_at,
    error: list.last_error,
    entries: list.certificate_count + list.product_count,
  };
}

function changeRow(change: TrustState['changes'][number]): ChangeRow {
  const certificates = (entries: TrustState['changes'][number]['added']) =>
    entries.map(({ fingerprint_sha256: id, subject, not_before, not_after }) => ({
      id,
      subject,
      about: `${not_before.slice(0, 10)} – ${not_after.slice(0, 10)}`,
    }));
  const products = (entries: TrustState['changes'][number]['added_products']) =>
    entries.map(({ record_id: id, name, organization, status }) => ({
      id,
      subject: name,
      about: `${organization} (${status})`,
    }));
  return {
    list: change.list,
    at: change.changed_at,
    source: change.source,
    sha256: change.sha256,
    added: [...certificates(change.added), ...products(change.added_products)],
    removed: [...certificates(change.removed), ...products(change.removed_products)],
  };
}
