import { Life } from './life.tsx';
import { Facts, Section } from './parts.tsx';
import { REPORT_FORMATS } from '../../shared/report-formats.ts';
import type { View } from './view.ts';

/** Forms of the report that are offered beside the verdict, where anything can be done. */
const OFFERED_ABOVE: ReadonlySet<string> = new Set(['html', 'pdf']);

/** Everything as data. A file of its own also says where the page is found, and for how long. */
export function DataSection({ view }: { view: View }) {
  const { words, addresses, data } = view;
  const names = words.data;
  const formats = REPORT_FORMATS.filter((format) => view.isFile || !OFFERED_ABOVE.has(format));
  return (
    <Section id="data" title={names.heading}>
      <p>{names.intro}</p>
      <ul class="report-links">
        {formats.map((format) => {
          const href = addresses.reports[format];
          return href === null ? null : (
            <li key={format}>
              <a class="report-link" href={href} download>
                <strong>{names[format].name}</strong>
                <span>{names[format].text}</span>
              </a>
            </li>
          );
        })}
      </ul>
      {addresses.reports.crjson === null ? <p class="soft">{names.noCrjson}</p> : null}
      <p class="soft">
        {data.job.kind === 'signing' ? null : `${names.fileGone} `}
        {names.unlisted}
      </p>
      {view.isFile ? (
        <>
          <Facts rows={[{ name: names.link, value: <code>{addresses.page}</code> }]} />
          <Life view={view} />
        </>
      ) : null}
    </Section>
  );
}
