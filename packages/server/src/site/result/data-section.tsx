import { When } from '../kit/components/when.tsx';
import { Copyable, Facts, Section } from './parts.tsx';
import { REPORT_FORMATS } from '../../shared/report-formats.ts';
import type { View } from './view.ts';

/** Everything as data, and where this page is found for how long. */
export function DataSection({ view }: { view: View }) {
  const { words, addresses } = view;
  const names = words.data;
  return (
    <Section id="data" title={names.heading}>
      <p>{names.intro}</p>
      <ul class="report-links">
        {REPORT_FORMATS.map((format) => {
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
      <Facts
        rows={[
          {
            name: names.link,
            value: <Copyable view={view} id="result-address" text={addresses.page} label={names.copyLink} />,
          },
        ]}
      />
      <Life view={view} />
    </Section>
  );
}

function Life({ view }: { view: View }) {
  const { words, life, data, language } = view;
  const names = words.data;
  const [before, after] = names.until.split('{time}');
  return (
    <ul class="life">
      <li>
        {life.expires_at === null ? (
          names.forever
        ) : (
          <>
            {before}
            <When at={life.expires_at} language={language} />
            {after}
          </>
        )}
      </li>
      <li>{life.isPublic ? names.public : names.private}</li>
      {data.job.kind === 'signing' ? null : <li>{names.fileGone}</li>}
    </ul>
  );
}
