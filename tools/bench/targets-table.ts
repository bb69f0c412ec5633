import type { Target } from './scenario.ts';
import type { Table } from './table.ts';

/** What was promised, and whether it is so. */
export function targetsTable(targets: readonly Target[]): Table {
  return {
    title: 'Targets',
    columns: ['target', 'below', 'measured', 'met'],
    rows: targets.map(({ name, below, measured }) => {
      const met = measured === null ? 'not measured' : measured < below ? 'yes' : 'NO';
      return [name, below, measured, met];
    }),
  };
}
