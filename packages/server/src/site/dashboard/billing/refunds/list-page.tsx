import type { PresentedRefund } from '../../../../features/billing/refunds/index.ts';
import type { Tone } from '../../../../shared/statuses.ts';
import { OperatorLink } from '../../../kit/components/operator-link.tsx';
import { ShownText } from '../../../kit/components/shown-text.tsx';
import { When } from '../../../kit/components/when.tsx';
import { DashboardPage } from '../../kit/dashboard-page.tsx';
import { dashboardPath, may, type DashboardFrame } from '../../kit/frame.ts';
import { Empty, Fact, StateBadge } from '../../kit/parts.tsx';
import { BillingNav } from '../nav.tsx';
import { Older } from '../older.tsx';
import { moneyOf } from '../parts.tsx';
import { REFUNDS } from './words.ts';

export const REFUND_TONE: Readonly<Record<PresentedRefund['status'], Tone>> = {
  submitted: 'neutral',
  approved: 'neutral',
  rejected: 'bad',
  withdrawn: 'neutral',
  processing: 'neutral',
  succeeded: 'good',
  failed: 'bad',
};

interface Props {
  frame: DashboardFrame;
  refunds: readonly PresentedRefund[];
  next: string | null;
}

/** The requests for refunds, newest first. */
export function RefundsPage({ frame, refunds, next }: Props) {
  const words = REFUNDS[frame.shell.language];
  return (
    <DashboardPage frame={frame} title={words.title} lead={words.lead}>
      <BillingNav frame={frame} />
      {refunds.length === 0 ? (
        <Empty text={words.none} link={{ href: dashboardPath(frame, 'billing/orders'), text: words.toOrders }} />
      ) : (
        <ul class="records">
          {refunds.map((refund) => (
            <Refund frame={frame} refund={refund} key={refund.id} />
          ))}
        </ul>
      )}
      <Older frame={frame} section="billing/refunds" next={next} />
    </DashboardPage>
  );
}

function Refund({ frame, refund }: { frame: DashboardFrame; refund: PresentedRefund }) {
  const { language } = frame.shell;
  const words = REFUNDS[language];
  const { id, order_id, status, amount_minor, destination, reason, failure_code, created_at, completed_at } = refund;
  return (
    <li class="record">
      <div class="record-head">
        <div class="record-title">
          <ShownText text={reason} />
        </div>
        <p class="badges">
          <strong>{moneyOf(amount_minor, language)}</strong>
          <StateBadge tone={REFUND_TONE[status]}>{words.status[status]}</StateBadge>
        </p>
      </div>
      {failure_code === null ? null : (
        <p>
          {words.failure[failure_code]}
          {failure_code === 'REFUND_PROVIDER_FAILED' ? (
            <OperatorLink operator={frame.shell.operator} language={language} />
          ) : null}
        </p>
      )}
      <dl class="record-facts">
        <Fact name={words.order}>
          <a href={dashboardPath(frame, `billing/orders/${order_id}`)}>
            <code>{order_id}</code>
          </a>
        </Fact>
        <Fact name={words.destination}>{words.destinations[destination]}</Fact>
        <Fact name={words.asked}>
          <When at={created_at} language={language} />
        </Fact>
        {completed_at === null ? null : (
          <Fact name={words.ended}>
            <When at={completed_at} language={language} />
          </Fact>
        )}
      </dl>
      {status === 'submitted' && may(frame, 'billing:refund') ? (
        <p class="record-actions">
          <a class="button button-danger button-small" href={dashboardPath(frame, `billing/refunds/${id}/withdraw`)}>
            {words.withdraw}
            <span class="visually-hidden"> {moneyOf(amount_minor, language)}</span>
          </a>
        </p>
      ) : null}
    </li>
  );
}
