import { damagedFiles, type DamagedFile } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnalysisError } from './pool/analysis-error.ts';
import { openEngineBench, type EngineBench } from './testing/engine-bench.ts';
import { NO_LISTS } from './testing/trust-snapshots.ts';

describe('a file that cannot be read is not a file without a credential', () => {
  let bench: EngineBench;
  beforeAll(async () => {
    bench = await openEngineBench();
  });
  afterAll(() => bench.close());

  const files = damagedFiles();
  const rows = (answer: DamagedFile['answer']): [string, DamagedFile][] =>
    files.filter((file) => file.answer === answer).map((file) => [file.name, file]);

  it.each(rows('error'))('%s: an error, as nothing in it was read', async (_name, { bytes }) => {
    await expect(bench.analyzeBytes(bytes, NO_LISTS)).rejects.toEqual(
      expect.objectContaining({ constructor: AnalysisError, code: 'nothing_readable' }),
    );
  });

  it.each(rows('partial'))('%s: what was found is told, behind what was not examined', async (_name, { bytes }) => {
    const { report, verdict } = await bench.analyzeBytes(bytes, NO_LISTS);
    expect(report.c2pa).toMatchObject({ state: 'failed', reason: 'media_unreadable' });
    expect(verdict).toMatchObject({ provenance_status: 'partial_evidence', metadata: { status: 'captured' } });
    const codes = verdict.notes.map(({ code }) => code);
    expect(codes[0]).toBe('c2pa_reader_failed');
    expect(codes).not.toContain('no_credential');
  });

  it.each(rows('no_place'))('%s: no credential, and none possible', async (_name, { bytes }) => {
    const { report, verdict } = await bench.analyzeBytes(bytes, NO_LISTS);
    expect(report).toMatchObject({ c2pa: { state: 'examined', facts: { kind: 'absent' } } });
    expect(report.file.can_embed_credential).toBe(false);
    const codes = verdict.notes.map(({ code }) => code);
    expect(codes.slice(0, 2)).toEqual([
      'no_credential',
      report.file.media_type === 'image/jxl' ? 'no_embedding_in_codestream' : 'no_embedding_without_file_type',
    ]);
  });

  it('a manifest store in a file of a form without a place for it is still told', async () => {
    const movie = files.find(({ name }) => name === 'QuickTime without ftyp');
    const store = Buffer.from('0000003f6a756d620000001e6a756d646332706100110010800000aa00389b7103633270610000', 'hex');
    const bytes = Buffer.concat([movie?.bytes ?? Buffer.alloc(0), store]);
    const { report } = await bench.analyzeBytes(bytes, NO_LISTS);
    expect(report.c2pa).toMatchObject({ facts: { kind: 'unreadable', reason: 'engine_error' } });
  });
});
