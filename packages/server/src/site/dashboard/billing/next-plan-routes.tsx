import {
  offeredPlans,
  planChoiceBody,
  changingOf,
  schedulePlan,
} from '../../../features/billing/subscriptions/index.ts';
import type { PageRoute } from '../../../http/page-route.ts';
import { SelectField } from '../../kit/components/fields.tsx';
import { confirmStep } from '../kit/confirm-routes.tsx';
import { askerOf, type Dashboard } from '../kit/visit.ts';
import { explainMoney } from './explain.ts';
import { lowerPlans } from './lower-plans.ts';
import { moneyOf } from './parts.tsx';
import { requireSubscription } from './subscribed.ts';
import { BILLING } from './words.ts';

/** Which plan follows on what is paid: the same, or one that costs no more. */
export function nextPlanStep(dashboard: Dashboard): PageRoute[] {
  const { services } = dashboard;
  return confirmStep(dashboard, {
    path: 'billing/next-plan',
    back: 'billing',
    permission: 'billing:write',
    recent: 'never',
    fields: ['scheduled_plan_id'],
    schema: planChoiceBody,
    input: (form) => {
      const code = form.get('scheduled_plan_id') ?? '';
      return { scheduled_plan_id: code === '' ? null : code };
    },
    explain: explainMoney,
    run: async ({ scheduled_plan_id: code }, visit) => {
      await requireSubscription(dashboard, visit);
      await schedulePlan(services, changingOf(askerOf(visit)), code);
      return visit.done('billing', 'plan_scheduled');
    },
    describe: async (visit, form) => {
      const { language } = visit.context;
      const words = BILLING[language];
      const { name, scheduled_plan_code: chosen } = await requireSubscription(dashboard, visit);
      const plans = await offeredPlans(services, visit.member.organizationId, language);
      return {
        title: words.nextPlanTitle,
        subject: name[language],
        text: words.nextPlanText,
        button: words.save,
        isDanger: false,
        asks: (
          <SelectField
            form={form}
            language={language}
            name="scheduled_plan_id"
            label={words.nextPlanField}
            initial={chosen ?? ''}
            options={[
              { value: '', label: words.samePlan(name[language]) },
              ...lowerPlans(plans).map(({ id, name: lower, price_minor: price }) => ({
                value: id,
                label: words.planOption(lower, moneyOf(price ?? 0, language)),
              })),
            ]}
          />
        ),
      };
    },
  });
}
