import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { AppError } from '../../../shared/app-error.ts';
import { isId } from '../../../shared/ids.ts';
import { adminPath } from '../kit/admin-page.tsx';
import { AdminOrganizationsPage, type AdminOrganizationRow } from './page.tsx';
import { AdminStepPage } from '../kit/step-page.tsx';
import { EMPTY_FORM } from '../../kit/components/form.tsx';
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
import { formState, orAbsent, readForm, typedValues, type Refused } from '../../kit/read-form.ts';
import { privatePage } from '../../kit/site.ts';
import { adminRoute, type AdminSite, type AdminVisit } from '../kit/visit.ts';

/** Organizations are found, suspended and restored. */
export function adminOrganizationPages(admin: AdminSite): PageRoute[] {
  const tab = 'organizations';
  const suspend = { path: 'organizations/{org_id}/suspend', tab } as const;
  const restore = { path: 'organizations/{org_id}/restore', tab } as const;
  return [
    ...adminRoute(admin, { method: 'GET', path: '', tab, handler: (visit) => listPage(admin, visit) }),
    ...adminRoute(admin, { ...suspend, method: 'GET', handler: (visit) => stepPage(admin, visit, 'suspend') }),
    ...adminRoute(admin, {
      ...suspend,
      method: 'POST',
      refused: (visit, refusal) => stepPage(admin, visit, 'suspend', refusal),
      handler: (visit) => suspendIt(admin, visit),
    }),
    ...adminRoute(admin, { ...restore, method: 'GET', handler: (visit) => stepPage(admin, visit, 'restore') }),
    ...adminRoute(admin, {
      ...restore,
      method: 'POST',
      refused: (visit, refusal) => stepPage(admin, visit, 'restore', refusal),
      handler: (visit) => restoreIt(admin, visit),
    }),
  ];
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

type Step = 'suspend' | 'restore';

async function stepPage(
  { services }: AdminSite,
  { frame, context }: AdminVisit,
  step: Step,
  refused?: Pick<Refused, 'status' | 'problems'>,
): Promise<PageAnswer> {
  const words = ADMIN_ORGANIZATIONS[context.language][step];
  const id = context.params['org_id'] ?? '';
  const organization = isId('organization', id) ? await findOrganizationRecord(services.db, id) : undefined;
  if (organization === undefined) throw new AppError('NOT_FOUND');
  return privatePage(
    <AdminStepPage
      frame={frame}
      title={words.title}
      text={words.text}
      subject={organization.name}
      action={adminPath(frame, `organizations/${id}/${step}`)}
      back={adminPath(frame, '')}
      button={words.button}
      isDanger={step === 'suspend'}
      asksReason={step === 'suspend'}
      state={refused === undefined ? EMPTY_FORM : formState(typedValues(context.form, ['reason']), refused.problems)}
    />,
    context.language,
    refused === undefined ? {} : { status: refused.status },
  );
}

async function suspendIt(admin: AdminSite, visit: AdminVisit): Promise<PageAnswer> {
  const { context, by, done } = visit;
  const typed = typedValues(context.form, ['reason']);
  const read = readForm(suspendBody, typed, context.language);
  if (read.kind === 'bad') return stepPage(admin, visit, 'suspend', { status: 422, problems: read.problems });
  const change = { to: 'suspended', reason: read.data.reason } as const;
  const changed = await changeSuspension(admin.services.db, context.params['org_id'] ?? '', change, by);
  if (changed === undefined) throw new AppError('NOT_FOUND');
  return done('', 'suspended');
}

async function restoreIt({ services }: AdminSite, { context, by, done }: AdminVisit): Promise<PageAnswer> {
  const changed = await changeSuspension(services.db, context.params['org_id'] ?? '', { to: 'active' }, by);
  if (changed === undefined) throw new AppError('NOT_FOUND');
  return done('', 'restored');
}
