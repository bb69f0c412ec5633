import type { Language } from '../../../shared/language.ts';

/** What is stacked in each bar. Told apart by its pattern as well as by its colour. */
export interface Series {
  readonly name: string;
  /** Which of the patterns, so that a series keeps it when others come or go. */
  readonly pattern: number;
  /** One for each bar, in the order of the labels. */
  readonly values: readonly number[];
}

interface Props {
  /** Unique on the page. */
  id: string;
  title: string;
  /** Below the bars, such as days. */
  labels: readonly string[];
  series: readonly Series[];
  language: Language;
}

const WIDTH = 720;
const HEIGHT = 240;
const LEFT = 56;
const BOTTOM = 28;
const TOP = 12;
const PLOT_WIDTH = WIDTH - LEFT;
const PLOT_HEIGHT = HEIGHT - BOTTOM - TOP;
const LABELS_SHOWN = 8;
const WIDEST_BAR = 48;
/** Lines of a pattern in a square of 6: none, rising, level, upright, both, falling. */
const PATTERNS = ['', 'M0 6L6 0', 'M0 3H6', 'M3 0V6', 'M0 3H6M3 0V6', 'M0 0L6 6'] as const;

/** Stacked bars, drawn by the server. The figures belong in a table beside it: a picture alone tells some readers nothing. */
export function BarChart({ id, title, labels, series, language }: Props) {
  const sums = labels.map((_, bar) => series.reduce((sum, { values }) => sum + (values[bar] ?? 0), 0));
  const top = roundUp(Math.max(1, ...sums));
  const step = PLOT_WIDTH / Math.max(1, labels.length);
  const every = Math.ceil(labels.length / LABELS_SHOWN);
  return (
    <figure class="chart">
      <div class="chart-scroll" tabIndex={0} role="group" aria-label={title}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={`${id}-title`}>
          <title id={`${id}-title`}>{title}</title>
          <defs>
            {series.map(({ pattern }, index) => (
              <Pattern id={`${id}-${index}`} pattern={pattern % PATTERNS.length} key={pattern} />
            ))}
          </defs>
          <Scale top={top} language={language} />
          {labels.map((label, bar) => (
            <Bar
              id={id}
              x={LEFT + bar * step}
              width={step}
              values={series.map(({ values }) => values[bar] ?? 0)}
              scale={PLOT_HEIGHT / top}
              label={bar % every === 0 ? label : null}
              key={label}
            />
          ))}
        </svg>
      </div>
      <figcaption class="chart-legend">
        {series.map(({ name }, index) => (
          <span key={name}>
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <rect width="16" height="16" fill={`url(#${id}-${index})`} />
            </svg>
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function Pattern({ id, pattern }: { id: string; pattern: number }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse">
      <rect class={`chart-${pattern}`} width="6" height="6" />
      {PATTERNS[pattern] === '' ? null : <path class="chart-line" d={PATTERNS[pattern]} />}
    </pattern>
  );
}

function Scale({ top, language }: { top: number; language: Language }) {
  const format = new Intl.NumberFormat(language, { notation: 'compact' });
  return (
    <>
      {[0, top / 2, top].filter(Number.isInteger).map((value) => {
        const y = TOP + PLOT_HEIGHT * (1 - value / top);
        return (
          <g key={value}>
            <path class="chart-grid" d={`M${LEFT} ${y}H${WIDTH}`} />
            <text class="chart-text" x={LEFT - 8} y={y + 5} text-anchor="end">
              {format.format(value)}
            </text>
          </g>
        );
      })}
    </>
  );
}

interface BarProps {
  id: string;
  x: number;
  width: number;
  values: readonly number[];
  /** Units of the drawing for each unit of the values. */
  scale: number;
  label: string | null;
}

function Bar({ id, x, width, values, scale, label }: BarProps) {
  let bottom = TOP + PLOT_HEIGHT;
  // A few bars are not a wall.
  const shown = Math.min(width * 0.7, WIDEST_BAR);
  const parts = values.map((value) => {
    const height = value * scale;
    bottom -= height;
    return { y: bottom, height };
  });
  return (
    <g>
      {parts.map(({ y, height }, index) =>
        height === 0 ? null : (
          <rect
            x={x + (width - shown) / 2}
            y={y}
            width={shown}
            height={height}
            fill={`url(#${id}-${index})`}
            key={index}
          />
        ),
      )}
      {label === null ? null : (
        <text class="chart-text" x={x + width / 2} y={HEIGHT - 6} text-anchor="middle">
          {label}
        </text>
      )}
    </g>
  );
}

/** The next of 1, 2, 3, 4, 6, 8, 10, 12, 16, 20, … */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return (
    [1, 1.2, 1.6, 2, 3, 4, 6, 8, 10].map((factor) => factor * power).find((candidate) => candidate >= value) ?? value
  );
}
