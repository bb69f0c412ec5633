import { join } from 'node:path';
import { describeWithShared } from '@revera/testkit';
import { expect, it } from 'vitest';
import { openFileSource } from '../bytes/random-access.ts';
import { factsOf, REAL_CLIPS } from '../testing/lab-real-clips.ts';
import { examineClip } from './examine-clip.ts';
import type { LabResult } from './facts.ts';

function examine(path: string, claim: string): LabResult {
  const source = openFileSource(path);
  try {
    return examineClip(source, claim);
  } finally {
    source.close();
  }
}

describeWithShared('real clips', 'corpus/c2pa/c2pa-rs', (folder) => {
  it.each([
    ['R18', 'video1.mp4'],
    ['R19', 'c.mov'],
  ])('%s shows what was written down of it', (id, name) => {
    const { facts } = examine(join(folder, name), 'kling');
    const seen = facts.observations.map(({ fact, value }) => `${fact} ${value}`);
    const clip = REAL_CLIPS.find((one) => one.id === id);
    const texts = factsOf(clip?.facts ?? {}).observations.filter(({ fact }) => fact !== 'video.handler');
    for (const { fact, value } of texts) expect(seen).toContain(`${fact} ${value}`);
  });

  it('calls a recording a camera’s, and an export nobody’s', () => {
    expect(examine(join(folder, 'c.mov'), 'kling').comparison).toMatchObject({ reason: 'camera_origin' });
    expect(examine(join(folder, 'c.mov'), 'iphone').comparison.verdict).toBe('consistent');
    for (const name of ['video1.mp4', 'legacy.mp4', 'dashinit.mp4', 'test.avi']) {
      const { stages, comparison } = examine(join(folder, name), 'sora');
      expect([stages.origin, comparison.verdict], name).toEqual([[], 'inconclusive']);
    }
  });
});
