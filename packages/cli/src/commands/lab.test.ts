import { box, buildMp4, mediaKinds } from '@revera/testkit/media';
import { concat } from '@revera/testkit';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../testing/fake-context.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const WHATSAPP = concat(buildMp4(), box('beam', new Uint8Array(8)));

describe('lab', () => {
  it('shows stages, verdict and caveats to people, in both languages', async () => {
    const folder = temporaryFolder({ 'a.mp4': WHATSAPP });
    const { exit, stdout } = await runInProcess(['lab', `${folder}/a.mp4`, '--claim', 'whatsapp', '--lang', 'en']);
    expect(exit).toBe(0);
    expect(stdout).toContain('a.mp4: The traces fit the claim (strong)');
    expect(stdout).toMatch(/Delivery\s+WhatsApp: 60/);
    expect(stdout).toContain('anyone can write them');
    const chinese = await runInProcess(['lab', `${folder}/a.mp4`, '--claim', 'kling', '--lang', 'zh-CN']);
    expect(chinese.stdout).toContain('痕迹不足以判断');
  });

  it('prints JSON for several files, with a claim that nobody knows', async () => {
    const folder = temporaryFolder({ 'a.mp4': WHATSAPP, 'b.jpg': mediaKinds.jpeg.build() });
    const { exit, stdout } = await runInProcess(['lab', '--json', '--claim', 'nobody', folder]);
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([
      { status: 'ok', verdict: 'inconclusive', reason: 'no_claim', claim: { raw: 'nobody', recognized: false } },
      { status: 'unsupported', verdict: 'inconclusive', reason: 'not_probed' },
    ]);
  });

  it('makes hostile text inert', async () => {
    const folder = temporaryFolder({ 'a.mp4': concat(buildMp4(), box('fr\u001bx'), box('free', 'x\u202ey')) });
    const { stdout } = await runInProcess(['lab', `${folder}/a.mp4`]);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).not.toContain('\u202e');
  });

  it('answers 2 for a file that is not there, and for no file', async () => {
    expect((await runInProcess(['lab', '/none.mp4'])).exit).toBe(2);
    expect((await runInProcess(['lab'])).exit).toBe(2);
  });
});
