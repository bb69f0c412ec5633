import type { ComponentState } from '../../shared/components.ts';
import type { Language } from '../../shared/language.ts';
import type { DayRecord } from '../../shared/service-status.ts';
import { judgeDay } from './judge-parts.ts';
import { STATUS_PAGE } from './words.ts';

const WIDTH = 8;
const GAP = 2;
const HEIGHT = 32;
/** Told apart by their height as well as by their colour. */
const HEIGHTS: Readonly<Record<ComponentState | 'none', number>> = { works: HEIGHT, reduced: 20, fails: 10, none: 2 };

interface Props {
  days: readonly DayRecord[];
  /** What they are the days of. */
  name: string;
  language: Language;
}

/** The days side by side; the table below says the same in words. */
export function DayStrip({ days, name, language }: Props) {
  const words = STATUS_PAGE[language].history;
  const width = days.length * (WIDTH + GAP) - GAP;
  return (
    <div class="days">
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={words.strip(name)} preserveAspectRatio="none">
        {days.map((day, at) => {
          const state = judgeDay(day) ?? 'none';
          const height = HEIGHTS[state];
          return (
            <rect
              class={`day-${state}`}
              x={at * (WIDTH + GAP)}
              y={HEIGHT - height}
              width={WIDTH}
              height={height}
              key={day.day}
            >
              <title>{`${day.day}: ${dayText(day, language)}`}</title>
            </rect>
          );
        })}
      </svg>
      <p class="days-ends soft" aria-hidden="true">
        <span>{words.oldest}</span>
        <span>{words.newest}</span>
      </p>
    </div>
  );
}

/** What was recorded of a day. */
export function dayText(day: DayRecord, language: Language): string {
  const words = STATUS_PAGE[language].history;
  return judgeDay(day) === null ? words.noRecord : words.samples(day.works, day.reduced, day.fails);
}
