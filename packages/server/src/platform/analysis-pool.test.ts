import { expect, it } from 'vitest';
import { createLog } from './log.ts';
import { warnOfSlowEngine } from './analysis-pool.ts';

it('the log says once, and with the reason, that the engine hashes itself', () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', write: (line) => lines.push(line) });
  warnOfSlowEngine({ kind: 'native' }, log);
  expect(lines).toEqual([]);
  warnOfSlowEngine({ kind: 'in_engine', reason: 'this version is not known' }, log);
  expect(lines).toEqual([expect.stringContaining('this version is not known')]);
});
