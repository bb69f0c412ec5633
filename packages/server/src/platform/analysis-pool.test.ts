import { makeTrustSnapshot } from '@revera/provenance';
import { encodePicture, photograph } from '@revera/testkit/pixels';
import { expect, it } from 'vitest';
import { NO_RECORDS } from '../shared/credential-records.ts';
import { createLog } from './log.ts';
import { openAnalysisService, warnOfSlowEngine } from './analysis-pool.ts';

it('the log says once, and with the reason, that the engine hashes itself', () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', write: (line) => lines.push(line) });
  warnOfSlowEngine({ kind: 'native' }, log);
  expect(lines).toEqual([]);
  warnOfSlowEngine({ kind: 'in_engine', reason: 'this version is not known' }, log);
  expect(lines).toEqual([expect.stringContaining('this version is not known')]);
});

const ENGINE_BYTES = 512 * 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;

it('pixels are measured unless the operator has turned that off, which the result then says', async () => {
  const picture = await encodePicture(photograph(480, 360, 1), 'png');
  for (const [measuresPixels, expected] of [
    [undefined, { state: 'measured', status: 'native' }],
    [false, { state: 'not_measured', reason: 'not_examined' }],
  ] as const) {
    const service = await openAnalysisService({
      threads: 1,
      memoryBytes: ENGINE_BYTES,
      ...(measuresPixels === undefined ? {} : { measuresPixels }),
    });
    const { report, verdict } = await service.analyze({
      turn: { share: 'interactive', owner: 'test' },
      bytes: new Uint8Array(picture),
      declaredMediaType: undefined,
      at: new Date('2026-11-01T10:00:00.000Z'),
      trust: makeTrustSnapshot([], [], DAY_MS),
      deadlineMs: 20_000,
      copiesThumbnails: false,
      findRecords: () => Promise.resolve(NO_RECORDS),
    });
    await service.close();
    expect(report.resolution_integrity).toMatchObject({ state: 'examined', facts: { pixels: expected } });
    expect(verdict.resolution?.not_measured).toBe(measuresPixels === false ? 'not_examined' : null);
    expect(verdict.notes.some(({ code }) => code === 'parts_not_examined')).toBe(measuresPixels === false);
  }
});
