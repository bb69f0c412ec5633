import {
  changeProfile,
  findProfile,
  presentProfile,
  profileChangeBody,
} from '../../../../features/billing/documents/index.ts';
import { changingOf } from '../../../../features/billing/subscriptions/index.ts';
import type { FormFields } from '../../../../http/form-fields.ts';
import type { PageAnswer, PageRoute } from '../../../../http/page-route.ts';
import type { FormProblem } from '../../../kit/components/form.tsx';
import type { ShownForm } from '../../../kit/form-page.ts';
import { orAbsent } from '../../../kit/read-form.ts';
import { privatePage } from '../../../kit/site.ts';
import { dashboardForm } from '../../kit/form.ts';
import { askerOf, type Dashboard, type Visit } from '../../kit/visit.ts';
import { explainMoney } from '../explain.ts';
import { requirePrices } from '../priced.ts';
import { ProfilePage } from './page.tsx';
import { PROFILE } from './words.ts';

const OPTIONAL = ['tax_no', 'registered_address', 'registered_phone', 'bank_name', 'bank_account'] as const;
const FIELDS = ['title_type', 'title', 'email', ...OPTIONAL] as const;

/** Whom invoices are made out to. */
export function profilePages(dashboard: Dashboard): PageRoute[] {
  return dashboardForm(dashboard, {
    path: 'billing/profile',
    permission: { page: 'billing:read', form: 'billing:write' },
    recent: 'never',
    fields: FIELDS,
    schema: profileChangeBody,
    input: profileInput,
    place: inOurWords,
    explain: explainMoney,
    run: async (body, visit) => {
      requirePrices(dashboard);
      await changeProfile(dashboard.services.db, changingOf(askerOf(visit)), body);
      return visit.done('billing/profile', 'billing_profile_saved');
    },
    page: (visit, shown) => profilePage(dashboard, visit, shown),
  });
}

/** A field that was left empty is null; a version that is none of ours is left out, as by those who do not compare. */
function profileInput(form: FormFields): Record<string, unknown> {
  const version = form.get('version') ?? '';
  return {
    title_type: form.get('title_type') ?? '',
    title: form.get('title') ?? '',
    email: form.get('email') ?? '',
    ...Object.fromEntries(OPTIONAL.map((name) => [name, orAbsent(form.get(name)) ?? null])),
    ...(/^\d{1,9}$/.test(version) ? { version: Number(version) } : {}),
  };
}

/** Patterns are named by what they are for; what they look like says nothing to a person. */
function inOurWords(problem: FormProblem, { context: { form, language } }: Visit): FormProblem {
  const words = PROFILE[language];
  const { field } = problem;
  const typed = (form.get(field) ?? '').replaceAll(/\s/gu, '');
  if (field === 'title' && typed.length < 2) return { field, text: words.titleShort };
  if (field === 'tax_no' && typed !== '' && !/^(?:.{15}|.{17}|.{18}|.{20})$/u.test(typed)) {
    return { field, text: words.taxForm };
  }
  if (field === 'email') return { field, text: words.emailWrong };
  if (field === 'registered_phone') return { field, text: words.phoneWrong };
  if (field === 'bank_account') return { field, text: words.accountWrong };
  return problem;
}

async function profilePage(
  dashboard: Dashboard,
  { frame, member, context }: Visit,
  { state, answer }: ShownForm,
): Promise<PageAnswer> {
  requirePrices(dashboard);
  const { profile, version, warnings } = presentProfile(
    await findProfile(dashboard.services.db, member.organizationId),
  );
  return privatePage(
    <ProfilePage
      frame={frame}
      profile={profile}
      version={version}
      isDoubtful={warnings.includes('tax_no_checksum')}
      state={state}
    />,
    context.language,
    answer,
  );
}
