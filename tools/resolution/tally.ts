import type { ResolutionStatus } from '@revera/provenance';
import type { Table } from '../bench/table.ts';
import type { Sample } from './sample.ts';

/** How often each answer was given, for each group that samples belong to. */
export type Tally = Map<string, Record<ResolutionStatus, number>>;

/** A sample counts in every group that its truth and its codec put it in. */
export function groupsOf({ truth, codec }: Pick<Sample, 'truth' | 'codec'>): string[] {
  if (truth.kind === 'native') {
    if (truth.control === 'file as it is') return ['files as they are'];
    return ['native, all', `native, ${truth.control}`, `native, ${codec}`];
  }
  const { factor, kernel } = truth;
  const isClear = factor >= 1.5 && ['png', 'jpeg:95', 'jpeg:85'].includes(codec);
  return [
    'enlarged, all',
    ...(isClear ? ['enlarged, 1.5 or more, png to jpeg:85'] : []),
    `enlarged, x${factor}`,
    `enlarged, ${kernel}`,
    `enlarged, ${codec}`,
  ];
}

export function count(tally: Tally, groups: readonly string[], status: ResolutionStatus): void {
  for (const group of groups) {
    const counts = tally.get(group) ?? { likely_upscaled: 0, uncertain: 0, native: 0 };
    counts[status]++;
    tally.set(group, counts);
  }
}

/** Shares in percent, with the interval in which the true one lies in 95 of 100 such samples. */
export function confusionTable(tally: Tally): Table {
  return {
    title: 'Answers by what is known, percent [95 % Wilson interval]',
    columns: ['samples', 'number', 'likely_upscaled', 'uncertain', 'native'],
    rows: [...tally]
      .toSorted(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
      .map(([group, { likely_upscaled, uncertain, native }]) => {
        const all = likely_upscaled + uncertain + native;
        return [group, all, ...[likely_upscaled, uncertain, native].map((part) => shareOf(part, all))];
      }),
  };
}

function shareOf(part: number, all: number): string {
  const [low, high] = wilsonInterval(part, all);
  const percent = (share: number): string => (100 * share).toFixed(1);
  return `${percent(part / all)} [${percent(low)}, ${percent(high)}]`;
}

/** Wilson's interval of a share, at 95 %. */
export function wilsonInterval(part: number, all: number): [low: number, high: number] {
  if (all === 0) return [0, 1];
  const z = 1.959964;
  const share = part / all;
  const scale = 1 + z ** 2 / all;
  const centre = (share + z ** 2 / (2 * all)) / scale;
  const half = (z * Math.sqrt((share * (1 - share)) / all + z ** 2 / (4 * all ** 2))) / scale;
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}
