import { dashboardPath, may, type DashboardFrame } from '../kit/frame.ts';
import { BILLING } from './words.ts';

/** The pages about money. */
const SECTIONS = [
  ['billing', 'overview'],
  ['billing/orders', 'orders'],
  ['billing/transactions', 'transactions'],
  ['billing/statements', 'statements'],
  ['billing/invoices', 'invoices'],
  ['billing/refunds', 'refunds'],
  ['billing/profile', 'profile'],
  ['billing/overage', 'overage'],
] as const;

/** From one page about money to the others. */
export function BillingNav({ frame }: { frame: DashboardFrame }) {
  const words = BILLING[frame.shell.language];
  if (!may(frame, 'billing:read')) return null;
  return (
    <nav class="section-nav" aria-label={words.title}>
      <ul>
        {SECTIONS.map(([section, word]) => (
          <li key={section}>
            <a href={dashboardPath(frame, section)} aria-current={currentOf(frame.section, section)}>
              {words.nav[word]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A page below a section marks it too. */
function currentOf(here: string, section: string): 'page' | 'true' | undefined {
  if (here === section) return 'page';
  return section !== 'billing' && here.startsWith(`${section}/`) ? 'true' : undefined;
}
