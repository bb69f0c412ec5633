import type { Language } from '../../../shared/language.ts';
import { OPERATIONS, type Operation } from '../../../shared/operations.ts';
import { BarChart, type Series } from '../../kit/components/bar-chart.tsx';
import { ScrollTable } from '../../kit/components/scroll-table.tsx';
import { USAGE } from './words.ts';
import { formatNumber } from '../../kit/format-number.ts';

/** What was done on one day. */
export interface DayRow {
  /** As `2026-11-23`, in UTC. */
  readonly day: string;
  /** Completed units that count, of each operation; one that is absent has none. */
  readonly live: Readonly<Partial<Record<Operation, number>>>;
  readonly sandbox: number;
  readonly failed: number;
}

const ALL = Object.keys(OPERATIONS).filter((name): name is Operation => Object.hasOwn(OPERATIONS, name));

/** The days as a picture, and as a table for those whom a picture tells nothing. */
export function Days({ days, language }: { days: readonly DayRow[]; language: Language }) {
  const words = USAGE[language];
  const used = ALL.filter((operation) => days.some(({ live }) => (live[operation] ?? 0) > 0));
  const series: Series[] = used.map((operation) => ({
    name: OPERATIONS[operation][language],
    pattern: ALL.indexOf(operation),
    values: days.map(({ live }) => live[operation] ?? 0),
  }));
  // All that a new organization does until it has a key that counts.
  if (days.some(({ sandbox }) => sandbox > 0))
    series.push({ name: words.sandbox, pattern: ALL.length, values: days.map(({ sandbox }) => sandbox) });
  const number = (value: number) => formatNumber(value, language);
  return (
    <>
      {series.length === 0 ? null : (
        <BarChart
          id="usage-chart"
          title={words.chart}
          labels={days.map(({ day }) => day.slice(5))}
          series={series}
          language={language}
        />
      )}
      <details>
        <summary>{words.asTable}</summary>
        <ScrollTable label={words.chart}>
          <thead>
            <tr>
              <th scope="col">{words.day}</th>
              {used.map((operation) => (
                <th scope="col" class="number" key={operation}>
                  {OPERATIONS[operation][language]}
                </th>
              ))}
              <th scope="col" class="number">
                {words.sandbox}
              </th>
              <th scope="col" class="number">
                {words.failed}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, live, sandbox, failed }) => (
              <tr key={day}>
                <th scope="row">
                  <time datetime={day}>{day}</time>
                </th>
                {used.map((operation) => (
                  <td class="number" key={operation}>
                    {number(live[operation] ?? 0)}
                  </td>
                ))}
                <td class="number">{number(sandbox)}</td>
                <td class="number">{number(failed)}</td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      </details>
    </>
  );
}
