import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, type DashboardFrame } from '../kit/frame.ts';
import { BillingNav } from './nav.tsx';
import { BILLING } from './words.ts';

/** Why there is neither renewal nor upgrade while money of the plan is asked back. */
export function BuyingWaitsPage({ frame }: { frame: DashboardFrame }) {
  const words = BILLING[frame.shell.language];
  return (
    <DashboardPage frame={frame} title={words.refundOpenTitle}>
      <BillingNav frame={frame} />
      <p class="notice tone-warning">{words.refundOpenText}</p>
      <p>
        <a class="button button-quiet" href={dashboardPath(frame, 'billing/refunds')}>
          {words.toRefunds}
        </a>
      </p>
    </DashboardPage>
  );
}
