import type { ComponentChildren } from 'preact';
import type { Language } from '../../../shared/language.ts';
import { BarChart } from '../../kit/components/bar-chart.tsx';
import { ScrollTable } from '../../kit/components/scroll-table.tsx';
import { ADMIN_OVERVIEW } from './words.ts';

/** One figure of each day. */
export interface DayFigure {
  readonly name: string;
  /** What the bars are as high as. */
  readonly values: readonly number[];
  /** As the table shows them. */
  readonly shown: readonly string[];
}

interface Props {
  id: string;
  title: string;
  note?: ComponentChildren;
  /** As `2026-11-23`. */
  days: readonly string[];
  figures: readonly DayFigure[];
  language: Language;
}

/** Figures of days as a picture, and as a table for those whom a picture tells nothing. */
export function DayChart({ id, title, note, days, figures, language }: Props) {
  const words = ADMIN_OVERVIEW[language];
  const isEmpty = figures.every(({ values }) => values.every((value) => value === 0));
  return (
    <>
      <h2>{title}</h2>
      {note === undefined ? null : <p class="soft">{note}</p>}
      {isEmpty ? (
        <p>{words.nothing}</p>
      ) : (
        <>
          <BarChart
            id={id}
            title={title}
            labels={days.map((day) => day.slice(5))}
            series={figures.map(({ name, values }, pattern) => ({ name, pattern, values }))}
            language={language}
          />
          <DayTable title={title} days={days} figures={figures} language={language} />
        </>
      )}
    </>
  );
}

function DayTable({ title, days, figures, language }: Pick<Props, 'title' | 'days' | 'figures' | 'language'>) {
  const words = ADMIN_OVERVIEW[language];
  return (
    <details>
      <summary>{words.asTable}</summary>
      <ScrollTable label={title}>
        <thead>
          <tr>
            <th scope="col">{words.day}</th>
            {figures.map(({ name }) => (
              <th scope="col" class="number" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, index) => (
            <tr key={day}>
              <th scope="row">
                <time datetime={day}>{day}</time>
              </th>
              {figures.map(({ name, shown }) => (
                <td class="number" key={name}>
                  {shown[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </details>
  );
}
