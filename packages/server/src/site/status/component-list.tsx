import { COMPONENTS, type Component } from '../../shared/components.ts';
import type { Language } from '../../shared/language.ts';
import type { History, ServiceStatus } from '../../shared/service-status.ts';
import { ScrollTable } from '../kit/components/scroll-table.tsx';
import { formatNumber } from '../kit/format-number.ts';
import { DayStrip, dayText } from './day-strip.tsx';
import { sumDays } from './judge-parts.ts';
import { StatusRow } from './status-row.tsx';
import { STATUS_PAGE } from './words.ts';

interface Props {
  components: ServiceStatus['components'];
  /** Null when it cannot be read. */
  history: History | null;
  language: Language;
}

/** What customers need: how it is now, and what was recorded of it. */
export function ComponentList({ components, history, language }: Props) {
  const words = STATUS_PAGE[language];
  return (
    <>
      <dl class="parts components">
        {COMPONENTS.map((component) => (
          <StatusRow
            name={words.components[component]}
            state={components[component]}
            word={words.state[components[component]]}
            text={
              <>
                <p>{words.said[component][components[component]]}</p>
                {history === null ? null : <Past history={history} component={component} language={language} />}
              </>
            }
            key={component}
          />
        ))}
      </dl>
      {history === null ? (
        <p class="notice tone-bad">{words.history.unreadable}</p>
      ) : (
        <Table history={history} language={language} />
      )}
    </>
  );
}

function Past({ history, component, language }: { history: History; component: Component; language: Language }) {
  const words = STATUS_PAGE[language];
  const days = history[component];
  const { samples, share, since } = sumDays(days);
  return (
    <>
      <DayStrip days={days} name={words.components[component]} language={language} />
      <p class="soft">
        {share === null || since === null
          ? words.history.none
          : words.history.share(percent(share), formatNumber(samples, language), since)}
      </p>
    </>
  );
}

/** Of hundredths of a percent: `99.97`, `100`. */
function percent(share: number): string {
  const whole = Math.floor(share / 100);
  const rest = share % 100;
  return rest === 0 ? String(whole) : `${whole}.${String(rest).padStart(2, '0')}`;
}

/** What the strips show, for those whom a picture tells nothing; the newest day first. */
function Table({ history, language }: { history: History; language: Language }) {
  const words = STATUS_PAGE[language];
  const days = history.verify.map(({ day }, at) => ({ day, at })).toReversed();
  return (
    <details class="days-table">
      <summary>{words.history.table}</summary>
      <ScrollTable label={words.componentsTitle}>
        <thead>
          <tr>
            <th scope="col">{words.history.day}</th>
            {COMPONENTS.map((component) => (
              <th scope="col" key={component}>
                {words.components[component]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, at }) => (
            <tr key={day}>
              <th scope="row">
                <time datetime={day}>{day}</time>
              </th>
              {COMPONENTS.map((component) => {
                const record = history[component][at];
                return <td key={component}>{record === undefined ? null : dayText(record, language)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </details>
  );
}
