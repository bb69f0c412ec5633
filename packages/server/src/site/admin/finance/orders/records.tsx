import type {
  NotificationSource,
  NotificationVerdict,
  ProviderPaymentState,
  UnappliedReason,
} from '../../../../shared/billing-words.ts';
import type { Tone } from '../../../../shared/statuses.ts';
import { ListTable } from '../../../dashboard/kit/list-table.tsx';
import { StateBadge } from '../../../dashboard/kit/parts.tsx';
import { CutText } from '../../../kit/components/shown-text.tsx';
import { When } from '../../../kit/components/when.tsx';
import { adminPath, type AdminFrame } from '../../kit/admin-page.tsx';
import { ADMIN_ORDERS } from './words.ts';

/** Money that has arrived under the number of an order. */
export interface ShownPayment {
  readonly id: string;
  readonly trade: string;
  readonly amount: string;
  readonly state: ProviderPaymentState;
  readonly reason: UnappliedReason | null;
  readonly at: string;
}

/** What was said to be from the gateway, verified or not. */
export interface ShownNotice {
  readonly id: string;
  readonly at: string;
  readonly source: NotificationSource;
  readonly verdict: NotificationVerdict;
  readonly trade: string | null;
  readonly amount: string | null;
  readonly status: string | null;
  readonly address: string | null;
}

/** A request about an order: for a refund, or for an invoice. */
export interface ShownPaper {
  readonly id: string;
  readonly amount: string;
  readonly status: string;
  readonly tone: Tone;
  readonly at: string;
  /** The number of the invoice, or what came of the refund. */
  readonly note: string | null;
  /** What can be done with it, and where. */
  readonly steps: readonly { readonly text: string; readonly href: string }[];
}

const PAYMENT_TONE: Readonly<Record<ProviderPaymentState, Tone>> = {
  applied: 'good',
  unapplied: 'warning',
  resolved: 'neutral',
};

/** What is amiss is to be seen at once. */
function toneOf(verdict: NotificationVerdict): Tone {
  if (verdict === 'accepted') return 'good';
  if (verdict === 'bad_signature' || verdict === 'malformed' || verdict === 'error') return 'bad';
  return verdict === 'duplicate' || verdict === 'received' || verdict === 'not_success' ? 'neutral' : 'warning';
}

export function Payments({
  frame,
  payments,
  isFromBalance,
}: {
  frame: AdminFrame;
  payments: readonly ShownPayment[];
  isFromBalance: boolean;
}) {
  const { language } = frame.shell;
  const words = ADMIN_ORDERS[language];
  return (
    <section aria-labelledby="order-payments">
      <h2 id="order-payments">{words.payments}</h2>
      {payments.length === 0 ? (
        <p>{isFromBalance ? words.fromBalance : words.noPayments}</p>
      ) : (
        <ListTable
          label={words.payments}
          rows={payments}
          columns={[
            {
              name: words.trade,
              isTitle: true,
              cell: ({ trade }) => (
                <code>
                  <CutText text={trade} language={language} />
                </code>
              ),
            },
            { name: words.amount, isNumber: true, cell: ({ amount }) => amount },
            {
              name: words.state,
              cell: ({ state, reason }) => (
                <>
                  <StateBadge tone={PAYMENT_TONE[state]}>{words.states[state]}</StateBadge>
                  {reason === null ? null : <span class="list-note soft">{words.reasons[reason]}</span>}
                </>
              ),
            },
            { name: words.arrived, cell: ({ at }) => <When at={at} language={language} /> },
            {
              name: words.action,
              cell: ({ id, state }) =>
                state === 'unapplied' ? (
                  <a
                    class="button button-quiet button-small"
                    href={adminPath(frame, `finance/suspense/${encodeURIComponent(id)}/resolve`)}
                  >
                    {words.resolve}
                  </a>
                ) : (
                  '–'
                ),
            },
          ]}
        />
      )}
    </section>
  );
}

export function Notifications({ frame, notifications }: { frame: AdminFrame; notifications: readonly ShownNotice[] }) {
  const { language } = frame.shell;
  const words = ADMIN_ORDERS[language];
  const said = (text: string | null) => (text === null ? '–' : <CutText text={text} language={language} max={40} />);
  return (
    <section aria-labelledby="order-notifications">
      <h2 id="order-notifications">{words.notifications}</h2>
      {notifications.length === 0 ? (
        <p>{words.noNotifications}</p>
      ) : (
        <>
          <p class="soft">{words.notificationsNote}</p>
          <ListTable
            label={words.notifications}
            rows={notifications}
            columns={[
              { name: words.received, cell: ({ at }) => <When at={at} language={language} /> },
              { name: words.source, isShort: true, cell: ({ source }) => words.sources[source] },
              {
                name: words.verdict,
                cell: ({ verdict }) => <StateBadge tone={toneOf(verdict)}>{words.verdicts[verdict]}</StateBadge>,
              },
              { name: words.claimed, isNumber: true, cell: ({ amount }) => said(amount) },
              { name: words.gatewayStatus, cell: ({ status }) => said(status) },
              { name: words.trade, cell: ({ trade }) => said(trade) },
              { name: words.address, cell: ({ address }) => said(address) },
            ]}
          />
        </>
      )}
    </section>
  );
}

export function Papers({
  frame,
  kind,
  papers,
}: {
  frame: AdminFrame;
  kind: 'refunds' | 'invoices';
  papers: readonly ShownPaper[];
}) {
  const { language } = frame.shell;
  const words = ADMIN_ORDERS[language];
  const none = { refunds: words.noRefunds, invoices: words.noInvoices }[kind];
  const note = { refunds: words.reason, invoices: words.invoiceNumber }[kind];
  return (
    <section aria-labelledby={`order-${kind}`}>
      <h2 id={`order-${kind}`}>{words[kind]}</h2>
      {papers.length === 0 ? (
        <p>{none}</p>
      ) : (
        <ListTable
          label={words[kind]}
          rows={papers}
          columns={[
            { name: words.asked, isTitle: true, cell: ({ at }) => <When at={at} language={language} /> },
            { name: words.amount, isNumber: true, cell: ({ amount }) => amount },
            { name: words.state, cell: ({ status, tone }) => <StateBadge tone={tone}>{status}</StateBadge> },
            {
              name: note,
              cell: ({ note: text }) => (text === null ? '–' : <CutText text={text} language={language} />),
            },
            {
              name: words.action,
              cell: ({ steps }) =>
                steps.length === 0 ? (
                  '–'
                ) : (
                  <span class="badges">
                    {steps.map(({ text, href }) => (
                      <a class="button button-quiet button-small" href={href} key={href}>
                        {text}
                      </a>
                    ))}
                  </span>
                ),
            },
          ]}
        />
      )}
    </section>
  );
}
