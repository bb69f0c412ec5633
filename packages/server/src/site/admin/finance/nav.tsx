import { adminPath, type AdminFrame } from '../kit/admin-page.tsx';
import { ADMIN_FINANCE } from './words.ts';

/** The pages about money. */
const SECTIONS = [
  ['finance', 'overview'],
  ['finance/orders', 'orders'],
  ['finance/invoices', 'invoices'],
  ['finance/reconcile', 'reconcile'],
] as const;

/** From one page about money to the others. */
export function FinanceNav({ frame }: { frame: AdminFrame }) {
  const { nav } = ADMIN_FINANCE[frame.shell.language];
  return (
    <nav class="section-nav" aria-label={nav.label}>
      <ul>
        {SECTIONS.map(([section, word]) => (
          <li key={section}>
            <a href={adminPath(frame, section)} aria-current={currentOf(frame.path, `admin/${section}`)}>
              {nav[word]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A page below a section marks it too. */
function currentOf(path: string, section: string): 'page' | 'true' | undefined {
  const [here = ''] = path.split('?');
  if (here === section) return 'page';
  return section !== 'admin/finance' && here.startsWith(`${section}/`) ? 'true' : undefined;
}
