import { redirect, type PageAnswer, type PageRoute } from '../../../http/page-route.ts';
import { AppError } from '../../../shared/app-error.ts';
import { dashboardPath } from '../kit/frame.ts';
import { OrganizationPage, type OrganizationView, type RefusedOrganizationForm } from './page.tsx';
import { memberFor } from '../../../http/guards.ts';
import {
  findOwnOrganization,
  foundOrganization,
  listOwnOrganizations,
  organizationBody,
  organizationChange,
  updateOrganization,
  type OwnOrganization,
} from '../../../features/organizations/index.ts';
import { formState, orAbsent, readForm, typedValues } from '../../kit/read-form.ts';
import { privatePage } from '../../kit/site.ts';
import { dashboardRoute, type Dashboard, type Visit } from '../kit/visit.ts';

const OWN_MAX = 100;

/** The organization: its name and provider code; and the way to others. */
export function organizationPages(dashboard: Dashboard): PageRoute[] {
  // A new organization is made whatever one may do in the one that is open; changing it asks for more below.
  const route = { path: 'organization', permission: 'organization:read' } as const;
  return [
    ...dashboardRoute(dashboard, { ...route, method: 'GET', handler: (visit) => organizationPage(dashboard, visit) }),
    ...dashboardRoute(dashboard, {
      ...route,
      method: 'POST',
      recent: 'never',
      handler: (visit) => (visit.context.form.get('action') === 'create' ? create : change)(dashboard, visit),
    }),
  ];
}

interface Refusal extends RefusedOrganizationForm {
  status: number;
}

async function organizationPage({ services }: Dashboard, visit: Visit, refused?: Refusal): Promise<PageAnswer> {
  const { frame, member } = visit;
  const { accountId, organizationId } = member;
  const organization = await findOwnOrganization(services.db, organizationId, accountId);
  if (organization === undefined) throw new AppError('NOT_FOUND');
  const { rows } = await listOwnOrganizations(services.db, accountId, { limit: OWN_MAX, offset: 0 });
  return privatePage(
    <OrganizationPage
      frame={frame}
      organization={viewOf(organization)}
      own={rows.map(viewOf)}
      refused={refused ?? null}
    />,
    frame.shell.language,
    refused === undefined ? {} : { status: refused.status },
  );
}

function viewOf({ id, name, kind, role, provider_code, created_at }: OwnOrganization): OrganizationView {
  return { id, name, kind, role, providerCode: provider_code, createdAt: created_at.toISOString() };
}

async function change(dashboard: Dashboard, visit: Visit): Promise<PageAnswer> {
  const { accounts, sessions } = dashboard.services;
  const { context, member, by, done } = visit;
  const { accountId, organizationId } = member;
  await memberFor({ ...member, kind: 'account' }, { organizationId }, 'organization:update', { sessions });
  const typed = typedValues(context.form, ['name', 'provider_code']);
  const code = orAbsent(typed['provider_code']);
  const read = readForm(organizationChange, { name: typed['name'], provider_code: code ?? null }, context.language);
  if (read.kind === 'bad') {
    const state = formState(typed, read.problems);
    return organizationPage(dashboard, visit, { form: 'change', status: 422, state });
  }
  const { name, provider_code: providerCode } = read.data;
  await updateOrganization(accounts, { organizationId, accountId, by, name, providerCode });
  return done('organization', 'organization_saved');
}

async function create(dashboard: Dashboard, visit: Visit): Promise<PageAnswer> {
  const { context, member, by, frame } = visit;
  const { accountId, isEmailVerified } = member;
  const typed = typedValues(context.form, ['name']);
  const read = readForm(organizationBody, typed, context.language);
  if (read.kind === 'bad') {
    const state = formState(typed, read.problems);
    return organizationPage(dashboard, visit, { form: 'create', status: 422, state });
  }
  const { name } = read.data;
  const { id } = await foundOrganization(dashboard.services.accounts, { name, accountId, isEmailVerified, by });
  return redirect(dashboardPath({ shell: frame.shell, org: id }, '', { done: 'organization_created' }));
}
