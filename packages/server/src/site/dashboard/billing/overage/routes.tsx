import {
  changeAllowance,
  overageBody,
  presentOverage,
  type PresentedOverage,
} from '../../../../features/billing/charges/index.ts';
import { planOf } from '../../../../features/billing/plans/index.ts';
import { changingOf, offeredPlans } from '../../../../features/billing/subscriptions/index.ts';
import type { PageAnswer, PageRoute } from '../../../../http/page-route.ts';
import type { ShownForm } from '../../../kit/form-page.ts';
import { orAbsent } from '../../../kit/read-form.ts';
import { privatePage } from '../../../kit/site.ts';
import { dashboardForm } from '../../kit/form.ts';
import { askerOf, type Dashboard, type Visit } from '../../kit/visit.ts';
import { typedAmount } from '../amount.tsx';
import { moneyOf } from '../parts.tsx';
import { requirePrices } from '../priced.ts';
import { askAgain } from '../ask-again-answer.tsx';
import { isConfirmed } from '../twice.ts';
import { OveragePage } from './page.tsx';
import { OVERAGE } from './words.ts';

const PATH = 'billing/overage';
/** What is no amount, and fails in the schema. */
const NO_AMOUNT = -1;

/** Whether the balance may be charged beyond the plan. More than before is asked for twice. */
export function overagePages(dashboard: Dashboard): PageRoute[] {
  const { db } = dashboard.services;
  return dashboardForm(dashboard, {
    path: PATH,
    permission: { page: 'billing:read', form: 'billing:write' },
    recent: 'never',
    fields: ['limit'],
    schema: overageBody,
    input: (form) => ({
      enabled: form.has('enabled'),
      monthly_limit_minor: orAbsent(form.get('limit')) === undefined ? null : (typedAmount(form, 'limit') ?? NO_AMOUNT),
    }),
    place: ({ field }, { context }) => ({
      field: field === 'monthly_limit_minor' ? 'limit' : field,
      text: OVERAGE[context.language].limitWrong,
    }),
    run: async ({ enabled, monthly_limit_minor: limit = null }, visit) => {
      requirePrices(dashboard);
      const before = await presentOverage(db, visit.member.organizationId);
      if (enabled && isMore(before, limit) && !isConfirmed(visit)) return confirmOverage(visit, limit);
      await changeAllowance(db, changingOf(askerOf(visit)), { enabled, monthly_limit_minor: limit });
      return visit.done(PATH, 'overage_saved');
    },
    page: (visit, shown) => overagePage(dashboard, visit, shown),
  });
}

/** Whether more may be charged than before. */
function isMore({ enabled, monthly_limit_minor: before }: PresentedOverage, limit: number | null): boolean {
  if (!enabled) return true;
  return before !== null && (limit === null || limit > before);
}

function confirmOverage(visit: Visit, limit: number | null): PageAnswer {
  const { language } = visit.context;
  const words = OVERAGE[language];
  const shown = limit === null ? words.noLimit : moneyOf(limit, language);
  return askAgain(visit, {
    path: PATH,
    back: PATH,
    fields: ['enabled', 'limit'],
    step: {
      title: words.confirmTitle,
      subject: `${words.limit}: ${shown}`,
      text: words.confirm(shown),
      button: words.submit,
      isDanger: false,
    },
  });
}

async function overagePage(
  dashboard: Dashboard,
  { frame, member, context }: Visit,
  { state, answer }: ShownForm,
): Promise<PageAnswer> {
  requirePrices(dashboard);
  const { services } = dashboard;
  const { db, quotaBasis } = services;
  const { organizationId } = member;
  const { language } = context;
  const { code } = await planOf(db, organizationId, quotaBasis);
  const plans = await offeredPlans(services, organizationId, language);
  return privatePage(
    <OveragePage
      frame={frame}
      overage={await presentOverage(db, organizationId)}
      plan={plans.find(({ id }) => id === code)}
      state={state}
      isTicked={state.problems.length === 0 ? undefined : context.form.has('enabled')}
    />,
    language,
    answer,
  );
}
