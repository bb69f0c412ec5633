import { RIGHTS } from './words.ts';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import { dashboardPath, type DashboardFrame } from '../kit/frame.ts';

/** What the file contains. */
export function ExportContents({ frame }: { frame: DashboardFrame }) {
  const words = RIGHTS[frame.shell.language].export;
  return (
    <>
      <ul>
        {words.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p class="soft">{words.note}</p>
    </>
  );
}

/** The download, for people who entered their password a moment ago. */
export function ExportPage({ frame }: { frame: DashboardFrame }) {
  const words = RIGHTS[frame.shell.language].export;
  return (
    <DashboardPage frame={frame} title={words.title}>
      <p>{words.text}</p>
      <ExportContents frame={frame} />
      <p>
        <a class="button" href={dashboardPath(frame, 'account/export/file')} download>
          {words.download}
        </a>
      </p>
    </DashboardPage>
  );
}
