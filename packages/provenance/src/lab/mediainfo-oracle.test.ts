import { ClipKit, LAB_CASES, missingPrograms } from '@revera/testkit/lab';
import { afterAll, describe, expect, it } from 'vitest';
import { isObject, parseJson } from '../bytes/json.ts';
import { openFileSource } from '../bytes/random-access.ts';
import { probeClip } from './probe-clip.ts';

/** One of each container that MediaInfo describes as we do. */
const CASES = ['1', '8', '13', '43', '47', '54ts', '54flv', '60c'];

describe('MediaInfo as an independent reader', () => {
  const kit = new ClipKit();
  afterAll(() => kit.close());

  it.for(CASES)('case %s: the same size, rate, sound and encoder', { timeout: 60_000 }, (id, context) => {
    const row = LAB_CASES.find((one) => one.id === id);
    if (row === undefined) throw new Error(`no case ${id}`);
    const missing = missingPrograms(['mediainfo', ...row.needs]);
    if (missing.length > 0) context.skip(`${missing.join(', ')} is absent`);
    const path = kit.write(`oracle-${id}`, row.build(kit));
    const { general, video } = tracksOf(kit.run('mediainfo', ['--Output=JSON', path]));
    const source = openFileSource(path);
    const { clip, observations } = probeClip(source);
    source.close();
    expect([clip.video?.width, clip.video?.height]).toEqual([Number(video['Width']), Number(video['Height'])]);
    // It states no rate for streams that could change it.
    const rate = video['FrameRate'];
    if (rate !== undefined && clip.video?.fps != null) expect(clip.video.fps).toBeCloseTo(Number(rate), 1);
    if (clip.video?.frames != null) expect(clip.video.frames).toBe(Number(video['FrameCount']));
    const hasSound = observations.find(({ fact }) => fact === 'audio.present')?.value;
    expect(hasSound).toBe(general['AudioCount'] !== undefined);
    const library = video['Encoded_Library_Name'];
    const settings = observations.some(({ fact }) => fact === 'x264.settings');
    if (library === 'x264') expect(settings).toBe(true);
  });
});

type Fields = Readonly<Record<string, unknown>>;

function tracksOf(json: string): { general: Fields; video: Fields } {
  const parsed = parseJson(json);
  const media = isObject(parsed) ? parsed['media'] : undefined;
  const tracks: unknown = isObject(media) ? media['track'] : undefined;
  const list = Array.isArray(tracks) ? tracks.filter(isObject) : [];
  const find = (type: string): Fields => list.find((track) => track['@type'] === type) ?? {};
  return { general: find('General'), video: find('Video') };
}
