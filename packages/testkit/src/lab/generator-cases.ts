import { concat, type Bytes } from '../bytes.ts';
import { ffmpegCase, handCase, type LabCase } from './case.ts';
import { PICTURE, picture, SOUND, X264, type ClipKit } from './clip-kit.ts';
import { insertTopBox, uuidBox } from './edit-boxes.ts';

const KUAISHOU = '91ca6061-4aee-3854-8614-2d5f73f4ae2e';
const X264_UUID = 'dc45e9bd-e6d9-48b7-962c-d820d923eeef';
const C2PA = 'd8fec3d6-1b0e-483c-9297-5828877ec481';
const STUB = 'x264 - core 155 r2901 7d0ff22';
const KEYS = ['-movflags', 'use_metadata_tags'];
const LABEL = JSON.stringify({
  Label: '1',
  ContentProducer: '001191110108335469089C10100',
  ProduceID: 'KLingMuse_00000000-0000-0000-0000-000000000000',
});
const ATLAS = '#[320x180][24][k][k][C][tv=test_atlas-0.0.0]';
const LIKE_KLING = ['-crf', '14'];
const BITEXACT = ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'];

/** The plain clip with another message instead of x264's. */
function withMessage(kit: ClipKit, name: string, uuid: string, text: string): string {
  return kit.withMessage(name, kit.withoutMessage(), uuid, text);
}

/** A clip with quality, clock and message as in Kling's own files. */
function nativeKling(kit: ClipKit, text: string): string {
  const raw = kit.ffmpeg('kling-raw.mp4', PICTURE, SOUND, X264, LIKE_KLING, '-c:a', 'aac');
  const bare = kit.ffmpeg('kling-bare.mp4', '-i', raw, '-c', 'copy', '-bsf:v', 'filter_units=remove_types=6');
  return kit.withMessage('kling.mp4', bare, KUAISHOU, text, '-video_track_timescale', '10000000');
}

function planted(kit: ClipKit): string {
  return withMessage(kit, '16.mp4', KUAISHOU, 'kling-ai');
}

function labelled(kit: ClipKit): string {
  const tags = ['-metadata', `AIGC=${LABEL}`, '-metadata', `comment=${ATLAS}`];
  return kit.ffmpeg('18.mp4', '-i', planted(kit), '-c', 'copy', KEYS, tags);
}

/** As Google's servers write it; the sound is FFmpeg's, which theirs is not. */
function google(kit: ClipKit, sound: readonly string[]): string {
  const eight = picture({ size: '320x180', rate: 24, seconds: 8 });
  const raw = kit.ffmpeg('google-raw.mp4', eight, sound, X264, '-t', '8', BITEXACT);
  const bare = kit.ffmpeg(
    'google-bare.mp4',
    '-i',
    raw,
    '-c',
    'copy',
    BITEXACT,
    '-bsf:v',
    'filter_units=remove_types=6',
  );
  return kit.withMessage('google.mp4', bare, X264_UUID, STUB, ...BITEXACT, '-metadata', 'encoding_tool=Google');
}

/** A credential's box with the names that hint at its signer, and nothing that could be checked. */
function withHint(kit: ClipKit, path: string, after: string, hint: string): Bytes {
  const content = concat(new Uint8Array(4), 'manifest\0', new Uint8Array(8), 'jumb', hint);
  return insertTopBox(kit.read(path), after, uuidBox(C2PA, content));
}

const EIGHT_SECONDS_OF_SOUND = ['-f', 'lavfi', '-i', 'sine=f=440:r=48000:d=8', '-c:a', 'aac'];
const SIGNATURE = `Signature: ${'Ab0+/z'.repeat(43).slice(0, 254)}==`;

/** Generators, platforms that are near them, and labels. */
export const GENERATOR_CASES: readonly LabCase[] = [
  ffmpegCase('16', "Kling's message on a stock stream", planted, false),
  ffmpegCase('16b', "Kling's message on a stream like Kling's", (kit) => nativeKling(kit, 'kling-ai'), false),
  ffmpegCase('17', "Kuaishou's identifier alone", (kit) => withMessage(kit, '17.mp4', KUAISHOU, '123456'), false),
  ffmpegCase('18', 'with label and comment', labelled, false),
  ffmpegCase('19', 'copied without keys', (kit) => kit.ffmpeg('19.mp4', '-i', labelled(kit), '-c', 'copy'), false),
  ffmpegCase(
    '20',
    'copied without metadata',
    (kit) => kit.ffmpeg('20.mp4', '-i', labelled(kit), '-map_metadata', '-1', '-c', 'copy'),
    false,
  ),
  ffmpegCase('21', 'encoded again, without sound', (kit) =>
    kit.ffmpeg('21.mp4', '-i', labelled(kit), X264, '-crf', '20', '-preset', 'slow', '-an', '-map_metadata', '-1'),
  ),
  ffmpegCase('22', 'encoded again, with keys', (kit) => kit.ffmpeg('22.mp4', '-i', labelled(kit), X264, KEYS), false),
  ffmpegCase('23', 'a label of an unknown producer', (kit) =>
    kit.ffmpeg('23.mp4', '-i', kit.plain(), '-c', 'copy', KEYS, '-metadata', unknownLabel()),
  ),
  ffmpegCase('24', 'the same in Matroska', (kit) =>
    kit.ffmpeg('24.mkv', '-i', kit.plain(), '-c', 'copy', '-metadata', unknownLabel()),
  ),
  ffmpegCase('25', "x264's identifier with ByteDance's text", (kit) => byteDance(kit)),
  ffmpegCase('26', 'with the tags of TikTok', (kit) =>
    kit.ffmpeg(
      '26.mp4',
      ['-i', byteDance(kit), '-c', 'copy', ...KEYS, '-metadata', 'comment=vid:v0d00fg10000abcdefghijk'],
      ['-metadata', 'aigc_info={"aigc_label_type":1}', '-metadata', `vid_md5=${'0a'.repeat(16)}`],
    ),
  ),
  handCase(
    '28',
    "Google's stack with a credential's hint",
    (kit) => withHint(kit, google(kit, EIGHT_SECONDS_OF_SOUND), 'free', 'Google Media Processing Services'),
    false,
  ),
  handCase(
    '28b',
    'the same without sound',
    (kit) => withHint(kit, google(kit, []), 'free', 'Google Media Processing Services'),
    false,
  ),
  ffmpegCase('29', "Google's stack alone", (kit) => google(kit, EIGHT_SECONDS_OF_SOUND)),
  ffmpegCase('30', "Google's stack with its handler", (kit) => {
    const name = 'handler_name=ISO Media file produced by Google Inc.';
    const handlers = ['-brand', 'mp42', '-metadata:s:v', name, '-metadata:s:a', name];
    const tool = ['-metadata', 'encoding_tool=Google'];
    return kit.ffmpeg('30.mp4', '-i', google(kit, EIGHT_SECONDS_OF_SOUND), '-c', 'copy', handlers, BITEXACT, tool);
  }),
  ffmpegCase(
    '31',
    'the comment of Grok Imagine',
    (kit) =>
      kit.ffmpeg(
        '31.mp4',
        [...picture({ size: '688x464', rate: 24, seconds: 7 }), ...X264, '-frames:v', '145', '-crf', '17'],
        ['-preset', 'veryfast', '-metadata', `comment=${SIGNATURE}`],
      ),
    false,
  ),
  ffmpegCase('32', 'a short signature', (kit) =>
    kit.ffmpeg('32.mp4', '-i', kit.plain(), '-c', 'copy', '-metadata', 'comment=Signature: short'),
  ),
  ffmpegCase(
    '33',
    'the export record of Dreamina',
    (kit) =>
      kit.ffmpeg(
        '33.mp4',
        ['-i', kit.plain(), '-c', 'copy', ...KEYS, '-metadata', `comment=${dreamina()}`],
        ['-metadata', 'aigc_info={"aigc_label_type":0,"source_info":"dreamina"}'],
      ),
    false,
  ),
  handCase('34', 'a credential that names Sora', (kit) =>
    withHint(kit, kit.plain(), 'ftyp', 'Truepic Lens CLI in Sora'),
  ),
];

function unknownLabel(): string {
  return `AIGC=${JSON.stringify({ Label: '1', ContentProducer: 'test', ProduceID: '1' })}`;
}

function byteDance(kit: ClipKit): string {
  return withMessage(kit, '25.mp4', X264_UUID, 'bvc0ot v2.2.1.3-20250220');
}

function dreamina(): string {
  return JSON.stringify({ data: { os: 'web', product: 'dreamina', exportType: 'generation', videoId: 'v0' } });
}
