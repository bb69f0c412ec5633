import type { FrozenPayment } from '../../../features/finance/index.ts';
import { fen, fenToJson, NO_FEN } from '../../../shared/fen.ts';
import { OperatorLink } from '../../kit/components/operator-link.tsx';
import { When } from '../../kit/components/when.tsx';
import { dashboardPath, type DashboardFrame } from '../kit/frame.ts';
import { moneyOf } from './parts.tsx';
import { BILLING } from './words.ts';

/** What of the balance cannot be spent, why, and to whom to write. */
export function Frozen({ frame, frozen }: { frame: DashboardFrame; frozen: readonly FrozenPayment[] }) {
  if (frozen.length === 0) return null;
  const { language } = frame.shell;
  const words = BILLING[language];
  const sum = frozen.reduce((total, { amount }) => fen(total + amount), NO_FEN);
  return (
    <section class="notice tone-warning" aria-labelledby="billing-frozen">
      <h2 id="billing-frozen">{words.frozen(moneyOf(fenToJson(sum), language))}</h2>
      <p>
        {words.frozenText}
        <OperatorLink operator={frame.shell.operator} language={language} />
      </p>
      <ul>
        {frozen.map(({ orderId, orderNo, amount, frozenAt }) => (
          <li key={orderId}>
            <a href={dashboardPath(frame, `billing/orders/${orderId}`)}>
              {words.frozenOrder(orderNo, moneyOf(fenToJson(amount), language))}
            </a>{' '}
            <When at={frozenAt.toISOString()} language={language} />
          </li>
        ))}
      </ul>
    </section>
  );
}
