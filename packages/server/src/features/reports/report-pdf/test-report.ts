import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TrustSnapshot } from '@revera/provenance';
import { openAnalysisService, type Analysis } from '../../../platform/analysis-pool.ts';
import { NO_RECORDS } from '../../../shared/credential-records.ts';
import type { Language } from '../../../shared/language.ts';
import { presentAnalysis } from '../../jobs/index.ts';
import type { ReportSource } from './source.ts';

const JOB = 'job_0123456789abcdefghijkl';
const AT = '2026-11-01T10:00:00.000Z';
const ENGINE_BYTES = 512 * 1024 * 1024;
const DEADLINE_MS = 20_000;

/** The data for the report of a JPEG, in each language; always with the same job and time. */
export async function sourcesOf(
  jpeg: Uint8Array,
  trust: TrustSnapshot,
): Promise<Readonly<Record<Language, ReportSource>>> {
  const analysis = await analyse(jpeg, trust);
  return { en: sourceOf(analysis, 'en'), 'zh-CN': sourceOf(analysis, 'zh-CN') };
}

async function analyse(bytes: Uint8Array, trust: TrustSnapshot): Promise<Analysis> {
  const folder = await mkdtemp(join(tmpdir(), 'revera-sample-'));
  const service = await openAnalysisService({ threads: 1, memoryBytes: ENGINE_BYTES });
  try {
    const path = join(folder, 'sample.jpg');
    await writeFile(path, bytes);
    return await service.analyze({
      turn: { share: 'interactive', owner: 'test' },
      path,
      declaredMediaType: undefined,
      at: new Date(AT),
      trust,
      deadlineMs: DEADLINE_MS,
      copiesThumbnails: false,
      findRecords: () => Promise.resolve(NO_RECORDS),
    });
  } finally {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function sourceOf({ report, verdict }: Analysis, language: Language): ReportSource {
  const sha256 = 'ab'.repeat(32);
  const filename = '样张 sample.jpg';
  const job = { id: JOB, kind: 'verification', filename, created_at: AT, finished_at: AT } as const;
  const result = presentAnalysis({ report, verdict }, { id: JOB, filename, sha256, language });
  const origin = 'https://revera.example';
  return {
    language,
    full: { job, sha256, size_bytes: report.file.size_bytes, report, verdict, result },
    addresses: { result: `${origin}/results/${JOB}`, json: `${origin}/v1/jobs/${JOB}/report` },
  };
}
