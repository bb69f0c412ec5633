import type { AdminInvoice } from '../../../../features/billing/documents/index.ts';
import { INVOICE_TONE } from '../../../dashboard/billing/invoices/list-page.tsx';
import { InvoiceOrders } from '../../../dashboard/billing/invoices/orders.tsx';
import { INVOICES } from '../../../dashboard/billing/invoices/words.ts';
import { moneyOf } from '../../../dashboard/billing/parts.tsx';
import { ProfileFacts } from '../../../dashboard/billing/profile/facts.tsx';
import { Fact, StateBadge } from '../../../dashboard/kit/parts.tsx';
import { ShownText } from '../../../kit/components/shown-text.tsx';
import { When } from '../../../kit/components/when.tsx';
import { AdminPage, adminPath, type AdminFrame } from '../../kit/admin-page.tsx';
import { FinanceNav } from '../nav.tsx';
import { ADMIN_INVOICES } from './words.ts';
import { SITE } from '../../../kit/words/site.ts';

interface Props {
  frame: AdminFrame;
  invoice: AdminInvoice;
  organizationName: string;
}

/** One request for an invoice: what is asked, whom it is for, and what can be done with it. */
export function AdminInvoicePage({ frame, invoice, organizationName }: Props) {
  const { language } = frame.shell;
  const words = ADMIN_INVOICES[language];
  const shared = INVOICES[language];
  const { id, status, profile, order_ids: orders, remark, reject_reason: rejected } = invoice;
  return (
    <AdminPage frame={frame} title={words.one}>
      <FinanceNav frame={frame} />
      <section class="card" aria-labelledby="invoice-state">
        <div class="record-head">
          <h2 id="invoice-state">{shared.types[invoice.invoice_type]}</h2>
          <p class="badges">
            <StateBadge tone={INVOICE_TONE[status]}>{shared.status[status]}</StateBadge>
          </p>
        </div>
        <p>{words.next[status]}</p>
        {rejected === null ? null : (
          <p>
            {shared.reason}
            {SITE[language].colon}
            <ShownText text={rejected} />
          </p>
        )}
        {isBarred(invoice) ? <p class="notice tone-warning">{words.refunded}</p> : null}
        <Facts frame={frame} invoice={invoice} organizationName={organizationName} />
        <Steps frame={frame} invoice={invoice} />
      </section>
      <section aria-labelledby="invoice-profile">
        <h2 id="invoice-profile">{words.madeOut}</h2>
        <ProfileFacts profile={profile} language={language} />
      </section>
      <InvoiceOrders
        orders={orders}
        remark={remark}
        pathOf={(order) => adminPath(frame, `finance/orders/${order}`)}
        language={language}
      />
      <p class="soft">
        {shared.id} <code>{id}</code>
      </p>
    </AdminPage>
  );
}

/** Whether less is left of its orders than its amount, and it still waits to be issued. */
function isBarred({ flags, status }: AdminInvoice): boolean {
  return flags.includes('order_refunded') && (status === 'submitted' || status === 'processing');
}

export function Facts({ frame, invoice, organizationName }: Props) {
  const { language } = frame.shell;
  const words = ADMIN_INVOICES[language];
  const shared = INVOICES[language];
  const { amount_minor, organization_id: organization, created_at, issued_at, invoice_no, download_url: url } = invoice;
  return (
    <dl class="record-facts">
      <Fact name={shared.amount}>
        <strong>{moneyOf(amount_minor, language)}</strong>
      </Fact>
      <Fact name={words.organization}>
        <a href={adminPath(frame, `organizations/${organization}`)}>
          <ShownText text={organizationName} />
        </a>
      </Fact>
      <Fact name={shared.asked}>
        <When at={created_at} language={language} />
      </Fact>
      <Fact name={words.by}>
        <code>
          <ShownText text={invoice.requested_by} />
        </code>
      </Fact>
      {invoice.decided_by === null ? null : (
        <Fact name={words.decidedBy}>
          <code>
            <ShownText text={invoice.decided_by} />
          </code>
        </Fact>
      )}
      {issued_at === null ? null : (
        <Fact name={shared.issued}>
          <When at={issued_at} language={language} />
        </Fact>
      )}
      {invoice_no === null ? null : (
        <Fact name={shared.number}>
          <code>
            <ShownText text={invoice_no} />
          </code>
        </Fact>
      )}
      {url === null ? null : (
        <Fact name={words.url}>
          <a href={url} rel="noreferrer">
            {shared.download}
          </a>
        </Fact>
      )}
    </dl>
  );
}

function Steps({ frame, invoice }: Pick<Props, 'frame' | 'invoice'>) {
  const { id, status } = invoice;
  const words = ADMIN_INVOICES[frame.shell.language];
  const isOpen = status === 'submitted' || status === 'processing';
  if (!isOpen && status !== 'issued') return null;
  const at = (step: string) => adminPath(frame, `finance/invoices/${id}/${step}`);
  return (
    <p class="button-row">
      {isOpen && !isBarred(invoice) ? (
        <a class="button" href={at('issue')}>
          {words.issue}
        </a>
      ) : null}
      {status === 'submitted' && !isBarred(invoice) ? (
        <a class="button button-quiet" href={at('begin')}>
          {words.begin}
        </a>
      ) : null}
      {isOpen ? (
        <a class="button button-danger" href={at('reject')}>
          {words.reject}
        </a>
      ) : (
        <a class="button button-danger" href={at('red-letter')}>
          {words.redLetter}
        </a>
      )}
    </p>
  );
}
