import type { PageRoute } from '../../../http/page-route.ts';
import type { FormFields } from '../../../http/form-fields.ts';
import { AppError, hasCode } from '../../../shared/app-error.ts';
import { ERROR_CODES } from '../../../shared/error-codes.ts';
import { isId } from '../../../shared/ids.ts';
import { BOUNDED_OPERATIONS, OPERATIONS } from '../../../shared/operations.ts';
import {
  changeLimits,
  findOrganizationRecord,
  limitsBody,
  readLimits,
  type AdminLimits,
} from '../../../features/admin/index.ts';
import { listPlans } from '../../../features/billing/plans/index.ts';
import { SelectField, TextField } from '../../kit/components/fields.tsx';
import type { FormProblem, FormProps } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { explainRefusal } from '../../kit/recent.ts';
import { orAbsent } from '../../kit/read-form.ts';
import { adminStep } from '../kit/step-routes.tsx';
import type { AdminStep } from '../kit/step-page.tsx';
import type { AdminSite, AdminVisit } from '../kit/visit.ts';
import { ADMIN_ORGANIZATIONS } from './words.ts';

/** Puts an organization on a plan, and bounds what it may use whatever the plan includes. */
export function limitsForm(admin: AdminSite): PageRoute[] {
  const { services } = admin;
  return adminStep(admin, {
    path: 'organizations/{org_id}/limits',
    back: 'organizations/{org_id}',
    tab: 'organizations',
    schema: limitsBody,
    fields: ['plan', ...BOUNDED_OPERATIONS],
    input: inputOf,
    check: (form, { context }) => problemsOf(form, ADMIN_ORGANIZATIONS[context.language].limits.bad),
    // What is wrong with a number is said beside it, by `check`.
    place: (problem) => (problem.field === 'limits' ? { ...problem, field: '' } : problem),
    explain: (error, request) =>
      hasCode(error, 'PLAN_NOT_AVAILABLE')
        ? { field: 'plan', text: ERROR_CODES.PLAN_NOT_AVAILABLE.message[request.context.language] }
        : explainRefusal(error, request),
    run: async (data, visit) => {
      const id = visit.context.params['org_id'] ?? '';
      await changeLimits(services.db, id, data, visit.by);
      return visit.done(`organizations/${id}`, 'limits_changed');
    },
    describe: (visit, form) => describe(admin, visit, form),
  });
}

const UNLIMITED = /^(?:unlimited|不限)$/i;
const UNITS = /^\d{1,13}$/;

function inputOf(form: FormFields): unknown {
  const plan = orAbsent(form.get('plan'));
  const given = BOUNDED_OPERATIONS.flatMap((operation): [string, number | null][] => {
    const text = (form.get(operation) ?? '').trim();
    if (UNLIMITED.test(text)) return [[operation, null]];
    return UNITS.test(text) ? [[operation, Number(text)]] : [];
  });
  return { ...(plan === undefined ? {} : { plan }), limits: Object.fromEntries(given) };
}

function problemsOf(form: FormFields, text: string): FormProblem[] {
  return BOUNDED_OPERATIONS.filter((operation) => {
    const typed = (form.get(operation) ?? '').trim();
    return typed !== '' && !UNLIMITED.test(typed) && !UNITS.test(typed);
  }).map((field) => ({ field, text }));
}

async function describe({ services }: AdminSite, { context }: AdminVisit, form: FormProps): Promise<AdminStep> {
  const { language } = context;
  const id = context.params['org_id'] ?? '';
  const organization = isId('organization', id) ? await findOrganizationRecord(services.db, id) : undefined;
  if (organization === undefined) throw new AppError('NOT_FOUND');
  const terms = await readLimits(services, id);
  const plans = services.quotaBasis === 'plans' ? await listPlans(services.db) : [];
  const words = ADMIN_ORGANIZATIONS[language].limits;
  return {
    words,
    subject: <ShownText text={organization.name} />,
    asks: (
      <>
        {plans.length === 0 ? null : (
          <SelectField
            form={form}
            language={language}
            name="plan"
            label={words.plan}
            isOptional
            options={[
              { value: '', label: words.keep(terms.plan.code) },
              ...plans.map(({ code, name }) => ({ value: code, label: `${name[language]} (${code})` })),
            ]}
          />
        )}
        <p class="hint">{words.hint}</p>
        {BOUNDED_OPERATIONS.map((operation) => (
          <TextField
            form={form}
            language={language}
            name={operation}
            label={OPERATIONS[operation][language]}
            initial={initialOf(terms, operation, words.unlimited)}
            inputMode="numeric"
            maxLength={20}
            isOptional
            key={operation}
          />
        ))}
      </>
    ),
  };
}

function initialOf({ limits }: AdminLimits, operation: string, unlimited: string): string {
  const limit = limits.find((each) => each.operation === operation);
  if (limit === undefined) return '';
  return limit.included === null ? unlimited : String(limit.included);
}
