import type { PresentedOverage } from '../../../../features/billing/charges/index.ts';
import { isBoundedOperation, OPERATIONS } from '../../../../shared/operations.ts';
import { fenFromJson, formatYuan } from '../../../../shared/fen.ts';
import type { PresentedPlan } from '../../../../features/billing/subscriptions/index.ts';
import { PostForm, ProblemSummary, type FormState } from '../../../kit/components/form.tsx';
import { formatNumber } from '../../../kit/format-number.ts';
import { DashboardPage } from '../../kit/dashboard-page.tsx';
import { dashboardPath, may, type DashboardFrame } from '../../kit/frame.ts';
import { Fact, StateBadge } from '../../kit/parts.tsx';
import { AmountField } from '../amount.tsx';
import { BillingNav } from '../nav.tsx';
import { moneyOf } from '../parts.tsx';
import { OVERAGE } from './words.ts';

interface Props {
  frame: DashboardFrame;
  overage: PresentedOverage;
  /** What the plan of the organization includes; undefined: it has none that is offered. */
  plan: PresentedPlan | undefined;
  state: FormState;
  /** Whether the box was ticked when the form was sent; undefined: it was not sent. */
  isTicked: boolean | undefined;
}

/** Whether the balance may be charged beyond the plan, and how far. */
export function OveragePage({ frame, overage, plan, state, isTicked }: Props) {
  const { language } = frame.shell;
  const words = OVERAGE[language];
  const { enabled, monthly_limit_minor: limit, charged_minor: charged } = overage;
  return (
    <DashboardPage frame={frame} title={words.title} lead={words.lead} state={state}>
      <BillingNav frame={frame} />
      <section class="card" aria-labelledby="overage-state">
        <div class="record-head">
          <h2 id="overage-state">{words.state}</h2>
          <p class="badges">
            <StateBadge tone={enabled ? 'good' : 'neutral'}>{enabled ? words.isOn : words.isOff}</StateBadge>
          </p>
        </div>
        <dl class="record-facts">
          <Fact name={words.charged}>{moneyOf(charged, language)}</Fact>
          {enabled ? <Fact name={words.limit}>{limit === null ? words.noLimit : moneyOf(limit, language)}</Fact> : null}
        </dl>
        <Prices frame={frame} plan={plan} />
      </section>
      {may(frame, 'billing:write') ? (
        <OverageForm frame={frame} overage={overage} state={state} isTicked={isTicked} />
      ) : (
        <p class="soft">{words.readOnly}</p>
      )}
    </DashboardPage>
  );
}

function Prices({ frame, plan }: Pick<Props, 'frame' | 'plan'>) {
  const { language } = frame.shell;
  const words = OVERAGE[language];
  const sold = (plan?.entitlements ?? []).filter(({ overage }) => overage !== null);
  const [first] = sold;
  if (first?.overage === undefined || first.overage === null) return <p>{words.noPrices}</p>;
  return (
    <>
      <h3>{words.prices(formatNumber(first.overage.unit_quantity, language))}</h3>
      <dl class="record-facts">
        {sold.map(({ feature_key: operation, overage }) => (
          <Fact name={isBoundedOperation(operation) ? OPERATIONS[operation][language] : operation} key={operation}>
            {overage === null ? null : moneyOf(overage.unit_price_minor, language)}
          </Fact>
        ))}
      </dl>
    </>
  );
}

function OverageForm({ frame, overage, state, isTicked }: Omit<Props, 'plan'>) {
  const { language } = frame.shell;
  const words = OVERAGE[language];
  const form = { id: 'overage', state };
  const { monthly_limit_minor: limit, enabled } = overage;
  return (
    <>
      <ProblemSummary language={language} form={form} />
      <PostForm id={form.id} action={dashboardPath(frame, 'billing/overage')} csrf={frame.csrf}>
        <label class="check">
          <input type="checkbox" name="enabled" checked={isTicked ?? enabled} />
          <span>{words.allow}</span>
        </label>
        <AmountField
          form={form}
          language={language}
          name="limit"
          label={words.limitField}
          hint={words.limitHint}
          initial={limit === null ? '' : formatYuan(fenFromJson(limit, 0))}
          isOptional
        />
        <button class="button">{words.save}</button>
      </PostForm>
    </>
  );
}
