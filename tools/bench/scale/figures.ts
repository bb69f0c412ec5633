import { median } from '../statistics.ts';

/** The ways in which the same file is verified: the caller waits, or it is queued for so many workers. */
export const WAYS = [
  { name: 'waiting', workers: 0, what: 'the caller waits, API alone' },
  { name: 'queued_1', workers: 1, what: 'queued, 1 worker' },
  { name: 'queued_2', workers: 2, what: 'queued, 2 workers' },
  { name: 'queued_4', workers: 4, what: 'queued, 4 workers' },
] as const;

export type Way = (typeof WAYS)[number];

/** Measured values by name, such as `waiting.api_ms`. Names end in their unit. */
export class Figures {
  readonly #values: ReadonlyMap<string, number>;

  constructor(values: Iterable<readonly [string, number]>) {
    this.#values = new Map(values);
  }

  /** @throws {RangeError} when it was not measured */
  get(name: string): number {
    const value = this.#values.get(name);
    if (value === undefined) throw new RangeError(`${name} was not measured`);
    return value;
  }

  names(): string[] {
    return [...this.#values.keys()];
  }

  toJSON(): Record<string, number> {
    return Object.fromEntries(this.#values);
  }
}

/** The median of each figure over several measurements of the same kind; one that a measurement lacks was 0 there. */
export function medians(measurements: readonly Named[]): Record<string, number> {
  return combine(measurements, median);
}

/** The mean of each figure, likewise. */
export function means(measurements: readonly Named[]): Record<string, number> {
  return combine(measurements, (values) => values.reduce((sum, value) => sum + value, 0) / values.length);
}

type Named = Readonly<Record<string, number>>;

function combine(measurements: readonly Named[], how: (values: number[]) => number): Record<string, number> {
  const names = new Set(measurements.flatMap((one) => Object.keys(one)));
  return Object.fromEntries([...names].map((name) => [name, how(measurements.map((one) => one[name] ?? 0))]));
}

/** @throws {TypeError} when it is not an object of numbers */
export function readFigures(json: unknown): Figures {
  if (typeof json !== 'object' || json === null) throw new TypeError('the figures are not an object');
  return new Figures(
    Object.entries(json).map(([name, value]: [string, unknown]) => {
      if (typeof value !== 'number' || !Number.isFinite(value)) throw new TypeError(`${name} is not a number`);
      return [name, value] as const;
    }),
  );
}
