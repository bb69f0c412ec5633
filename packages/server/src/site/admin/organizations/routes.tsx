import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { AppError } from '../../../shared/app-error.ts';
import { isId } from '../../../shared/ids.ts';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { AdminOrganizationPage } from './detail-page.tsx';
import { limitsForm } from './limits-routes.tsx';
import { AdminOrganizationsPage, type AdminOrganizationRow } from './page.tsx';
import { NO_INPUT } from '../../kit/form-page.ts';
import { ADMIN_ORGANIZATIONS } from './words.ts';
import {
  changeSuspension,
  findAccounts,
  findOrganizationRecord,
  findOrganizations,
  organizationFilter,
  organizationsQuery,
  readLimits,
  suspendBody,
  type AdminOrganization,
} from '../../../features/admin/index.ts';
import { pagingOf } from '../../dashboard/kit/paging.ts';
import { formState, orAbsent, readForm } from '../../kit/read-form.ts';
import { privatePage } from '../../kit/site.ts';
import { adminStep, ReasonField } from '../kit/step-routes.tsx';
import type { AdminStep } from '../kit/step-page.tsx';
import { adminRoute, type AdminSite, type AdminVisit } from '../kit/visit.ts';

const SECTION = 'organizations';
const MEMBERS_SHOWN = 20;

/** Finds organizations, shows what they may use, suspends and restores them. */
export function adminOrganizationPages(admin: AdminSite): PageRoute[] {
  const tab = 'organizations';
  const step = { tab, back: 'organizations/{org_id}' } as const;
  const page = { method: 'GET', tab } as const;
  return [
    ...adminRoute(admin, { ...page, path: SECTION, handler: (visit) => listPage(admin, visit) }),
    ...adminRoute(admin, { ...page, path: 'organizations/{org_id}', handler: (visit) => detailPage(admin, visit) }),
    ...limitsForm(admin),
    ...adminStep(admin, {
      ...step,
      path: 'organizations/{org_id}/suspend',
      schema: suspendBody,
      fields: ['reason'],
      run: ({ reason }, visit) => change(admin, visit, { to: 'suspended', reason }),
      describe: async (visit, form) => {
        const { reasonHint } = ADMIN_ORGANIZATIONS[visit.context.language];
        const asks = <ReasonField form={form} visit={visit} hint={reasonHint} />;
        return { ...(await about(admin, visit, 'suspend')), isDanger: true, asks };
      },
    }),
    ...adminStep(admin, {
      ...step,
      path: 'organizations/{org_id}/restore',
      ...NO_INPUT,
      run: (_, visit) => change(admin, visit, { to: 'active' }),
      describe: (visit) => about(admin, visit, 'restore'),
    }),
  ];
}

async function change(
  { services }: AdminSite,
  { context, by, done }: AdminVisit,
  to: Parameters<typeof changeSuspension>[2],
): Promise<PageAnswer> {
  const id = context.params['org_id'] ?? '';
  const changed = await changeSuspension(services.db, id, to, by);
  if (changed === undefined) throw new AppError('NOT_FOUND');
  return done(`${SECTION}/${id}`, to.to === 'suspended' ? 'suspended' : 'restored');
}

async function listPage({ services }: AdminSite, { frame, context }: AdminVisit): Promise<PageAnswer> {
  const { language, query } = context;
  const paging = pagingOf(query);
  const typed = {
    name: query.get('name') ?? '',
    owner: query.get('owner') ?? '',
    status: query.get('status') ?? '',
  };
  const read = readForm(
    organizationsQuery,
    { name: orAbsent(typed.name), owner: orAbsent(typed.owner), status: orAbsent(typed.status) },
    language,
  );
  const at = { page: paging.page, size: paging.limit, total: 0 };
  if (read.kind === 'bad') {
    const state = formState(typed, read.problems);
    const page = <AdminOrganizationsPage frame={frame} organizations={[]} at={at} state={state} />;
    return privatePage(page, language, { status: 422 });
  }
  const { data, total } = await findOrganizations(services.db, organizationFilter(read.data), paging);
  return privatePage(
    <AdminOrganizationsPage
      frame={frame}
      organizations={data.map(rowOf)}
      at={{ ...at, total }}
      state={formState(typed, [])}
    />,
    language,
  );
}

async function findNamed({ services }: AdminSite, { context }: AdminVisit): Promise<AdminOrganization> {
  const id = context.params['org_id'] ?? '';
  const organization = isId('organization', id) ? await findOrganizationRecord(services.db, id) : undefined;
  if (organization === undefined) throw new AppError('NOT_FOUND');
  return organization;
}

async function detailPage(admin: AdminSite, visit: AdminVisit): Promise<PageAnswer> {
  const { services } = admin;
  const organization = await findNamed(admin, visit);
  const { id } = organization;
  const { plan, limits } = await readLimits(services, id);
  const members = await findAccounts(services.db, { organizationId: id }, { limit: MEMBERS_SHOWN, offset: 0 });
  return privatePage(
    <AdminOrganizationPage
      frame={visit.frame}
      organization={rowOf(organization)}
      terms={{
        plan: { code: plan.code, version: plan.version, startedAt: plan.started_at },
        limits: limits.map(({ operation, included, changed_at: changedAt }) => ({ operation, included, changedAt })),
      }}
      members={members.data.map(({ email, last_seen_at: lastSeenAt, organizations }) => ({
        email,
        lastSeenAt,
        role: organizations.find((one) => one.id === id)?.role ?? 'viewer',
      }))}
    />,
    visit.context.language,
  );
}

function rowOf(row: AdminOrganization): AdminOrganizationRow {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    status: row.status,
    suspendedAt: row.suspended_at,
    closedAt: row.closed_at,
    reason: row.suspension_reason,
    providerCode: row.provider_code,
    createdAt: row.created_at,
    memberCount: row.member_count,
    keyCount: row.active_key_count,
    owners: row.owners.map(({ email }) => email),
  };
}

async function about(admin: AdminSite, visit: AdminVisit, step: 'suspend' | 'restore'): Promise<AdminStep> {
  const { name } = await findNamed(admin, visit);
  return { words: ADMIN_ORGANIZATIONS[visit.context.language][step], subject: <ShownText text={name} /> };
}
