import type { PresentedInvoice } from '../../../../features/billing/documents/index.ts';
import type { Tone } from '../../../../shared/statuses.ts';
import { ShownText } from '../../../kit/components/shown-text.tsx';
import { When } from '../../../kit/components/when.tsx';
import { DashboardPage } from '../../kit/dashboard-page.tsx';
import { dashboardPath, may, type DashboardFrame } from '../../kit/frame.ts';
import { Empty, Fact, StateBadge } from '../../kit/parts.tsx';
import { BillingNav } from '../nav.tsx';
import { Older } from '../older.tsx';
import { moneyOf } from '../parts.tsx';
import { INVOICES } from './words.ts';

export const INVOICE_TONE: Readonly<Record<PresentedInvoice['status'], Tone>> = {
  submitted: 'neutral',
  processing: 'neutral',
  issued: 'good',
  rejected: 'bad',
  cancelled: 'neutral',
  red_issued: 'warning',
};

interface Props {
  frame: DashboardFrame;
  invoices: readonly PresentedInvoice[];
  next: string | null;
}

/** The requests for invoices, newest first. */
export function InvoicesPage({ frame, invoices, next }: Props) {
  const words = INVOICES[frame.shell.language];
  const ask = may(frame, 'billing:write') ? (
    <a class="button" href={dashboardPath(frame, 'billing/invoices/new')}>
      {words.ask}
    </a>
  ) : null;
  return (
    <DashboardPage frame={frame} title={words.title} lead={words.lead} action={ask}>
      <BillingNav frame={frame} />
      {invoices.length === 0 ? (
        <Empty text={words.none} />
      ) : (
        <ul class="records">
          {invoices.map((invoice) => (
            <Invoice frame={frame} invoice={invoice} key={invoice.id} />
          ))}
        </ul>
      )}
      <Older frame={frame} section="billing/invoices" next={next} />
    </DashboardPage>
  );
}

function Invoice({ frame, invoice }: { frame: DashboardFrame; invoice: PresentedInvoice }) {
  const { language } = frame.shell;
  const words = INVOICES[language];
  const { id, status, amount_minor, invoice_type, profile, created_at, invoice_no } = invoice;
  return (
    <li class="record">
      <div class="record-head">
        <div class="record-title">
          <a href={dashboardPath(frame, `billing/invoices/${id}`)}>
            <ShownText text={profile.title} />
          </a>
        </div>
        <p class="badges">
          <strong>{moneyOf(amount_minor, language)}</strong>
          <StateBadge tone={INVOICE_TONE[status]}>{words.status[status]}</StateBadge>
        </p>
      </div>
      <dl class="record-facts">
        <Fact name={words.type}>{words.types[invoice_type]}</Fact>
        <Fact name={words.asked}>
          <When at={created_at} language={language} />
        </Fact>
        {invoice_no === null ? null : (
          <Fact name={words.number}>
            <code>
              <ShownText text={invoice_no} />
            </code>
          </Fact>
        )}
      </dl>
    </li>
  );
}
