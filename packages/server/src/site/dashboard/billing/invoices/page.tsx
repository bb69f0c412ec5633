import type { PresentedInvoice } from '../../../../features/billing/documents/index.ts';
import { ShownText } from '../../../kit/components/shown-text.tsx';
import { When } from '../../../kit/components/when.tsx';
import { DashboardPage } from '../../kit/dashboard-page.tsx';
import { dashboardPath, may, type DashboardFrame } from '../../kit/frame.ts';
import { Fact, StateBadge } from '../../kit/parts.tsx';
import { BillingNav } from '../nav.tsx';
import { moneyOf } from '../parts.tsx';
import { ProfileFacts } from '../profile/facts.tsx';
import { INVOICE_TONE } from './list-page.tsx';
import { InvoiceOrders } from './orders.tsx';
import { INVOICES } from './words.ts';
import { SITE } from '../../../kit/words/site.ts';

/** One request for an invoice: what became of it, and whom it is for. */
export function InvoicePage({ frame, invoice }: { frame: DashboardFrame; invoice: PresentedInvoice }) {
  const { language } = frame.shell;
  const words = INVOICES[language];
  const { id, status, reject_reason: rejected, remark, profile, order_ids: orders } = invoice;
  return (
    <DashboardPage frame={frame} title={words.one}>
      <BillingNav frame={frame} />
      <section class="card" aria-labelledby="invoice-state">
        <div class="record-head">
          <h2 id="invoice-state">{words.types[invoice.invoice_type]}</h2>
          <p class="badges">
            <StateBadge tone={INVOICE_TONE[status]}>{words.status[status]}</StateBadge>
          </p>
        </div>
        <p>{words.what[status]}</p>
        {rejected === null ? null : (
          <p>
            {words.reason}
            {SITE[language].colon}
            <ShownText text={rejected} />
          </p>
        )}
        <InvoiceFacts frame={frame} invoice={invoice} />
        <Actions frame={frame} invoice={invoice} />
      </section>
      <InvoiceOrders
        orders={orders}
        remark={remark}
        pathOf={(order) => dashboardPath(frame, `billing/orders/${order}`)}
        language={language}
      />
      <section aria-labelledby="invoice-profile">
        <h2 id="invoice-profile">{words.madeOut}</h2>
        <ProfileFacts profile={profile} language={language} />
      </section>
      <p class="soft">
        {words.id} <code>{id}</code>
      </p>
    </DashboardPage>
  );
}

type Props = { frame: DashboardFrame; invoice: PresentedInvoice };

function InvoiceFacts({ frame, invoice }: Props) {
  const { language } = frame.shell;
  const words = INVOICES[language];
  const { amount_minor, created_at, issued_at, invoice_no, status, profile } = invoice;
  return (
    <dl class="record-facts">
      <Fact name={words.amount}>
        <strong>{moneyOf(amount_minor, language)}</strong>
      </Fact>
      <Fact name={words.asked}>
        <When at={created_at} language={language} />
      </Fact>
      {issued_at === null ? null : (
        <Fact name={words.issued}>
          <When at={issued_at} language={language} />
        </Fact>
      )}
      {invoice_no === null ? null : (
        <Fact name={words.number}>
          <code>
            <ShownText text={invoice_no} />
          </code>
        </Fact>
      )}
      {status === 'rejected' || status === 'cancelled' ? null : (
        <Fact name={words.sent}>
          <ShownText text={profile.email} />
        </Fact>
      )}
    </dl>
  );
}

function Actions({ frame, invoice: { id, status, download_url: url } }: Props) {
  const words = INVOICES[frame.shell.language];
  const isOpen = status === 'submitted' && may(frame, 'billing:write');
  if (url === null && !isOpen) return null;
  return (
    <p class="button-row">
      {url === null ? null : (
        <a class="button" href={url} rel="noreferrer">
          {words.download}
        </a>
      )}
      {isOpen ? (
        <a class="button button-danger" href={dashboardPath(frame, `billing/invoices/${id}/cancel`)}>
          {words.cancel}
        </a>
      ) : null}
    </p>
  );
}
