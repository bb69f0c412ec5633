import { describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import { describeLabCases } from '../testing/lab-cases.ts';
import { examineClip } from './examine-clip.ts';

const OPEN = ['inconclusive'] as const;

describeLabCases('clips that are cut, forged or joined', {
  '49': { facts: { 'sei.user_data': '00000001-0000-0000-0000-000000000003 zeros' } },
  '50': { status: 'partial', warnings: ['bad_sample_lengths'], facts: { 'x264.settings': true } },
  '51': {
    status: 'partial',
    facts: { 'x264.settings': true, 'video.codec': null },
    warnings: ['damaged', 'index_missing'],
    claims: { kling: ['inconclusive', 'not_probed'] },
  },
  '52': { status: 'partial', facts: { 'ftyp.major': 'isom', 'video.handler': 'VideoHandler' } },
  '58': {
    warnings: ['settings_contradicted'],
    checks: { 'x264.ref_l0': 'fail', 'x264.ref_dpb': 'fail' },
    claims: { x264: ['inconclusive', 'stage_not_seen'] },
  },
  '59stsz': { claims: { kling: OPEN } },
  '59stsc': { claims: { kling: OPEN } },
  '59stts': { claims: { kling: OPEN } },
  '59size': { claims: { kling: OPEN } },
  '59nested': { status: 'unsupported', claims: { kling: OPEN } },
  '59many': { warnings: ['index_missing', 'read_limit'], claims: { kling: OPEN } },
  '59nal': { status: 'partial', warnings: ['bad_sample_lengths'] },
  '59sei': { claims: { kling: OPEN } },
  '60a': { warnings: ['remuxed_from_raw_es', 'splice'], checks: { splice: 'fail', 'x264.ctts': 'not_applicable' } },
  '60b': { warnings: ['splice'], checks: { splice: 'fail' } },
  '60c': { warnings: ['splice'], checks: { splice: 'fail' } },
});

describe('case 53: what is no clip', () => {
  it.each([
    ['an empty file', new Uint8Array(0)],
    ['a text', new TextEncoder().encode('sora kling veo')],
    ['twenty bytes', new Uint8Array(20).fill(0x47)],
  ])('%s decides nothing', (_what, bytes) => {
    const { facts, comparison } = examineClip(bufferSource(bytes), 'sora');
    expect(facts.status).toBe('unsupported');
    expect(comparison).toMatchObject({ verdict: 'inconclusive', reason: 'not_probed' });
  });
});
