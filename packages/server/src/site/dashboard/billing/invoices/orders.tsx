import type { Language } from '../../../../shared/language.ts';
import { ShownText } from '../../../kit/components/shown-text.tsx';
import { SITE } from '../../../kit/words/site.ts';
import { INVOICES } from './words.ts';

interface Props {
  orders: readonly string[];
  remark: string | null;
  /** Where the page of an order is, for who looks at it. */
  pathOf: (order: string) => string;
  language: Language;
}

/** What an invoice is for, and what its buyer wrote beside. */
export function InvoiceOrders({ orders, remark, pathOf, language }: Props) {
  const words = INVOICES[language];
  return (
    <section aria-labelledby="invoice-orders">
      <h2 id="invoice-orders">{words.orders}</h2>
      <ul>
        {orders.map((order) => (
          <li key={order}>
            <a href={pathOf(order)}>
              <code>{order}</code>
            </a>
          </li>
        ))}
      </ul>
      {remark === null ? null : (
        <p>
          {words.remark}
          {SITE[language].colon}
          <ShownText text={remark} />
        </p>
      )}
    </section>
  );
}
