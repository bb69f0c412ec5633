import type { PresentedTransaction } from '../../../features/billing/orders/index.ts';
import { When } from '../../kit/components/when.tsx';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, type DashboardFrame } from '../kit/frame.ts';
import { ListTable } from '../kit/list-table.tsx';
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
        <ListTable
          label={words.transactions}
          rows={transactions}
          columns={[
            {
              name: words.what,
              isTitle: true,
              cell: ({ type, order_id: order }) =>
                order === null ? (
                  words.types[type]
                ) : (
                  <a href={dashboardPath(frame, `billing/orders/${order}`)}>{words.types[type]}</a>
                ),
            },
            {
              name: words.total,
              isNumber: true,
              cell: ({ direction, amount_minor: minor }) =>
                `${direction === 'credit' ? '+' : '−'}${moneyOf(minor, language)}`,
            },
            { name: words.after, isNumber: true, cell: (row) => moneyOf(row.balance_after_minor, language) },
            { name: words.when, cell: ({ created_at: at }) => <When at={at} language={language} /> },
          ]}
        />
      )}
      <Older frame={frame} section="billing/transactions" next={next} />
    </DashboardPage>
  );
}
