import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { AppError } from '../../../shared/app-error.ts';
import { isId } from '../../../shared/ids.ts';
import { adminPath } from '../kit/admin-page.tsx';
import { AdminOrganizationsPage, type AdminOrganizationRow } from './page.tsx';
import { AdminStepPage } from '../kit/step-page.tsx';
import { NO_INPUT, type ShownForm } from '../../kit/form-page.ts';
import { ADMIN_ORGANIZATIONS } from './words.ts';
import {
  changeSuspension,
  findOrganizationRecord,
  findOrganizations,
  organizationsQuery,
  suspendBody,
  type AdminOrganization,
} from '../../../features/admin/index.ts';
import { pagingOf } from '../../dashboard/kit/paging.ts';
import { formState, orAbsent, readForm } from '../../kit/read-form.ts';
import { privatePage } from '../../kit/site.ts';
import { adminForm } from '../kit/form.ts';
import { adminRoute, type AdminSite, type AdminVisit } from '../kit/visit.ts';

/** Finds organizations, suspends and restores them. */
export function adminOrganizationPages(admin: AdminSite): PageRoute[] {
  const tab = 'organizations';
  return [
    ...adminRoute(admin, { method: 'GET', path: '', tab, handler: (visit) => listPage(admin, visit) }),
    ...adminForm(admin, {
      path: 'organizations/{org_id}/suspend',
      tab,
      schema: suspendBody,
      fields: ['reason'],
      run: ({ reason }, visit) => change(admin, visit, { to: 'suspended', reason }),
      page: (visit, shown) => stepPage(admin, visit, 'suspend', shown),
    }),
    ...adminForm(admin, {
      path: 'organizations/{org_id}/restore',
      tab,
      ...NO_INPUT,
      run: (_, visit) => change(admin, visit, { to: 'active' }),
      page: (visit, shown) => stepPage(admin, visit, 'restore', shown),
    }),
  ];
}

async function change(
  { services }: AdminSite,
  { context, by, done }: AdminVisit,
  to: Parameters<typeof changeSuspension>[2],
): Promise<PageAnswer> {
  const changed = await changeSuspension(services.db, context.params['org_id'] ?? '', to, by);
  if (changed === undefined) throw new AppError('NOT_FOUND');
  return done('', to.to === 'suspended' ? 'suspended' : 'restored');
}

async function listPage({ services }: AdminSite, { frame, context }: AdminVisit): Promise<PageAnswer> {
  const { language, query } = context;
  const paging = pagingOf(query);
  const typed = { name: query.get('name') ?? '', status: query.get('status') ?? '' };
  const read = readForm(organizationsQuery, { name: orAbsent(typed.name), status: orAbsent(typed.status) }, language);
  const at = { page: paging.page, size: paging.limit, total: 0 };
  if (read.kind === 'bad') {
    const state = formState(typed, read.problems);
    const page = <AdminOrganizationsPage frame={frame} organizations={[]} at={at} state={state} />;
    return privatePage(page, language, { status: 422 });
  }
  const { name, status } = read.data;
  const filter = { ...(name === undefined ? {} : { nameContains: name }), ...(status === undefined ? {} : { status }) };
  const { data, total } = await findOrganizations(services.db, filter, paging);
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

async function stepPage(
  { services }: AdminSite,
  { frame, context }: AdminVisit,
  step: 'suspend' | 'restore',
  { state, answer }: ShownForm,
): Promise<PageAnswer> {
  const id = context.params['org_id'] ?? '';
  const organization = isId('organization', id) ? await findOrganizationRecord(services.db, id) : undefined;
  if (organization === undefined) throw new AppError('NOT_FOUND');
  return privatePage(
    <AdminStepPage
      frame={frame}
      words={ADMIN_ORGANIZATIONS[context.language][step]}
      subject={organization.name}
      action={adminPath(frame, `organizations/${id}/${step}`)}
      back={adminPath(frame, '')}
      isDanger={step === 'suspend'}
      asksReason={step === 'suspend'}
      state={state}
    />,
    context.language,
    answer,
  );
}
