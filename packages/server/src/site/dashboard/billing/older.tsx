import { dashboardPath, type DashboardFrame } from '../kit/frame.ts';
import { DASHBOARD } from '../kit/words.ts';
import { BILLING } from './words.ts';

/** The way to the older part of a list. */
export function Older({ frame, section, next }: { frame: DashboardFrame; section: string; next: string | null }) {
  const { language } = frame.shell;
  if (next === null) return null;
  return (
    <nav class="pager" aria-label={DASHBOARD[language].pager}>
      <a class="button button-quiet button-small" href={dashboardPath(frame, section, { before: next })} rel="next">
        {BILLING[language].older}
      </a>
    </nav>
  );
}
