import type { Output } from '../context.ts';
import { safeText } from './safe-text.ts';
import { cutToWidth } from './width.ts';

/** One line that shows the progress of the work. */
export interface Progress {
  show(done: number, current: string): void;
  /** Removes the line, before anything else is written to the terminal. */
  clear(): void;
}

const ERASE_LINE = '\r\u001B[2K';
const BAR_COLUMNS = 20;

/** Shows nothing when `output` is not a terminal or there is only one file. */
export function createProgress(output: Output, total: number): Progress {
  if (!output.isTerminal || total < 2) return { show: () => undefined, clear: () => undefined };
  const columns = (output.columns ?? 80) - 1;
  return {
    show: (done, current) => {
      const filled = Math.floor((done / total) * BAR_COLUMNS);
      const bar = '#'.repeat(filled) + '-'.repeat(BAR_COLUMNS - filled);
      output.write(ERASE_LINE + cutToWidth(`[${bar}] ${done}/${total} ${safeText(current)}`, columns));
    },
    clear: () => output.write(ERASE_LINE),
  };
}
