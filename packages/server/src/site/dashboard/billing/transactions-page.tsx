import type { PresentedTransaction } from '../../../features/billing/orders/index.ts';
import { ScrollTable } from '../../kit/components/scroll-table.tsx';
import { When } from '../../kit/components/when.tsx';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, type DashboardFrame } from '../kit/frame.ts';
import { Empty } from '../kit/parts.tsx';
import { Older } from './older.tsx';
import { moneyOf } from './parts.tsx';
import { BillingNav } from './nav.tsx';
import { BILLING } from './words.ts';

interface Props {
  frame: DashboardFrame;
  transactions: readonly PresentedTransaction[];
  next: string | null;
}

/** What came onto the balance and went from it. */
export function TransactionsPage({ frame, transactions, next }: Props) {
  const { language } = frame.shell;
  const words = BILLING[language];
  return (
    <DashboardPage frame={frame} title={words.transactions} lead={words.transactionsLead}>
      <BillingNav frame={frame} />
      {transactions.length === 0 ? (
        <Empty text={words.noTransactions} />
      ) : (
        <ScrollTable label={words.transactions}>
          <thead>
            <tr>
              <th scope="col">{words.when}</th>
              <th scope="col">{words.what}</th>
              <th scope="col" class="number">
                {words.total}
              </th>
              <th scope="col" class="number">
                {words.after}
              </th>
            </tr>
          </thead>
          <tbody>
            {transactions.map(({ id, created_at, type, direction, amount_minor, balance_after_minor, order_id }) => (
              <tr key={id}>
                <td>
                  <When at={created_at} language={language} />
                </td>
                <td>
                  {order_id === null ? (
                    words.types[type]
                  ) : (
                    <a href={dashboardPath(frame, `billing/orders/${order_id}`)}>{words.types[type]}</a>
                  )}
                </td>
                <td class="number">
                  {direction === 'credit' ? '+' : '−'}
                  {moneyOf(amount_minor, language)}
                </td>
                <td class="number">{moneyOf(balance_after_minor, language)}</td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      )}
      <Older frame={frame} section="billing/transactions" next={next} />
    </DashboardPage>
  );
}
