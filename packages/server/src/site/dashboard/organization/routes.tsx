import { redirect, type PageAnswer, type PageRoute } from '../../../http/page-route.ts';
import { AppError } from '../../../shared/app-error.ts';
import { dashboardPath } from '../kit/frame.ts';
import { OrganizationPage, type OrganizationView, type SentOrganizationForm } from './page.tsx';
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
import { orAbsent } from '../../kit/read-form.ts';
import { UNTOUCHED, type ShownForm } from '../../kit/form-page.ts';
import { privatePage } from '../../kit/site.ts';
import { dashboardForms, sentForm, type SentForm } from '../kit/form.ts';
import type { Dashboard, Visit } from '../kit/visit.ts';

const OWN_MAX = 100;

/** The organization's name and provider code, and the way to other organizations. */
export function organizationPages(dashboard: Dashboard): PageRoute[] {
  const change = changeForm(dashboard);
  const create = createForm(dashboard);
  return dashboardForms(dashboard, {
    path: 'organization',
    // Anyone may create an organization, whatever their role in this one; changing this one needs more, see below.
    permission: 'organization:read',
    recent: 'never',
    page: (visit) => organizationPage(dashboard, visit, 'change', UNTOUCHED),
    choose: ({ context }) => (context.form.get('action') === 'create' ? create : change),
  });
}

function changeForm(dashboard: Dashboard): SentForm {
  const { accounts, sessions } = dashboard.services;
  const form = sentForm({
    fields: ['name', 'provider_code'],
    schema: organizationChange,
    input: (typed) => ({ name: typed.get('name') ?? '', provider_code: orAbsent(typed.get('provider_code')) ?? null }),
    run: async ({ name, provider_code: providerCode }, { member, by, done }) => {
      const { accountId, organizationId } = member;
      await updateOrganization(accounts, { organizationId, accountId, by, name, providerCode });
      return done('organization', 'organization_saved');
    },
    page: (visit, shown) => organizationPage(dashboard, visit, 'change', shown),
  });
  return {
    ...form,
    answer: async (visit) => {
      const { organizationId } = visit.member;
      await memberFor({ ...visit.member, kind: 'account' }, { organizationId }, 'organization:update', { sessions });
      return form.answer(visit);
    },
  };
}

function createForm(dashboard: Dashboard): SentForm {
  return sentForm({
    fields: ['name'],
    schema: organizationBody,
    run: async ({ name }, { member, by, frame }) => {
      const { accountId, isEmailVerified } = member;
      const { id } = await foundOrganization(dashboard.services.accounts, { name, accountId, isEmailVerified, by });
      return redirect(dashboardPath({ shell: frame.shell, org: id }, 'members', { done: 'organization_created' }));
    },
    page: (visit, shown) => organizationPage(dashboard, visit, 'create', shown),
  });
}

async function organizationPage(
  { services }: Dashboard,
  { frame, member }: Visit,
  form: SentOrganizationForm['form'],
  { state, answer }: ShownForm,
): Promise<PageAnswer> {
  const { accountId, organizationId } = member;
  const organization = await findOwnOrganization(services.db, organizationId, accountId);
  if (organization === undefined) throw new AppError('NOT_FOUND');
  const { rows } = await listOwnOrganizations(services.db, accountId, { limit: OWN_MAX, offset: 0 });
  return privatePage(
    <OrganizationPage
      frame={frame}
      organization={viewOf(organization)}
      own={rows.map(viewOf)}
      sent={{ form, state }}
    />,
    frame.shell.language,
    answer,
  );
}

function viewOf({ id, name, kind, role, provider_code, created_at }: OwnOrganization): OrganizationView {
  return { id, name, kind, role, providerCode: provider_code, createdAt: created_at.toISOString() };
}
