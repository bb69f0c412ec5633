import { RIGHTS } from './words.ts';
import { dashboardPath, type DashboardFrame } from '../kit/frame.ts';

/** Links to export one's data and to delete the account. */
export function YourData({ frame }: { frame: DashboardFrame }) {
  const words = RIGHTS[frame.shell.language].account;
  return (
    <section class="card" aria-labelledby="data-title">
      <h2 id="data-title">{words.title}</h2>
      <p>{words.text}</p>
      <div class="button-row">
        <a class="button button-quiet" href={dashboardPath(frame, 'account/export')}>
          {words.export}
        </a>
        <a class="button button-danger" href={dashboardPath(frame, 'account/delete')}>
          {words.delete}
        </a>
      </div>
    </section>
  );
}
