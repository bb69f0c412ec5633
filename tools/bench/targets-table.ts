import type { Target } from './scenario.ts';
import type { Table } from './table.ts';

/** What was promised, and whether it is so. */
export function targetsTable(targets: readonly Target[]): Table {
  return {
    title: 'Targets',
    columns: ['target', 'goal', 'measured', 'met'],
    rows: targets.map(({ name, below, atLeast, measured }) => {
      const goal = below === undefined ? `at least ${atLeast}` : `below ${below}`;
      const isMet = measured !== null && (below === undefined ? measured >= atLeast : measured < below);
      return [name, goal, measured, measured === null ? 'not measured' : isMet ? 'yes' : 'NO'];
    }),
  };
}
