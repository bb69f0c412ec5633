import { box } from '../media/bmff.ts';
import { concat, indexOfBytes, type Bytes } from '../bytes.ts';
import { ffmpegCase, handCase, type LabCase } from './case.ts';
import { PICTURE, SOUND, X264, type ClipKit } from './clip-kit.ts';
import { insertTopBox, overwrite, uuidBox } from './edit-boxes.ts';

const XMP = 'be7acfcb-97a9-42e8-9c71-999491e3afac';
const WINDOWS = '5ca708fb-328e-4205-a861-650eca0a9596';
const KVAZAAR = '32fe466c-9841-4269-ae35-6a91549ef3f1';
const KEYS = ['-movflags', 'use_metadata_tags'];
const COPY = ['-c', 'copy'];
const TWO_SECONDS = ['-t', '2'];

function copyWith(kit: ClipKit, name: string, ...args: readonly (string | readonly string[])[]): string {
  return kit.ffmpeg(name, '-i', kit.plain(), COPY, args.flat());
}

/** Renames the list of tags to padding and fills it with zeros, as sites do that hand out files without tags. */
function blanked(kit: ClipKit): Bytes {
  const file = kit.read(copyWith(kit, '27.mp4', '-movflags', '+faststart'));
  const at = indexOfBytes(file, 'meta') + 4;
  const size = new DataView(file.buffer).getUint32(at - 8);
  return concat(file.subarray(0, at - 4), 'skip', new Uint8Array(size - 8), file.subarray(at - 8 + size));
}

/** Platforms, editors and other writers of containers. */
export const WRITER_CASES: readonly LabCase[] = [
  handCase('27', 'tags wiped where they stood', blanked),
  handCase('35', 'the box of WhatsApp', (kit) =>
    insertTopBox(kit.read(kit.plain()), 'ftyp', box('beam', new Uint8Array(8))),
  ),
  ffmpegCase('36', 'the handler of X', (kit) =>
    copyWith(kit, '36.mp4', '-metadata:s:v', 'handler_name=Twitter-vork muxer'),
  ),
  ffmpegCase('37', 'the text of Bilibili', (kit) =>
    copyWith(kit, '37.mp4', '-metadata', 'description=Packed by Bilibili XCoder v2.0.2'),
  ),
  handCase('38', 'the box of Windows', (kit) =>
    insertTopBox(kit.read(kit.plain()), 'ftyp', uuidBox(WINDOWS, '10.0.26100.0')),
  ),
  handCase('39', 'XMP of Canva', (kit) =>
    concat(kit.read(kit.plain()), uuidBox(XMP, '<rdf xmp:CreatorTool="Canva (Renderer)"/>')),
  ),
  ffmpegCase('40', 'a graph of ComfyUI', (kit) =>
    copyWith(kit, '40.mp4', [
      ...KEYS,
      '-metadata',
      'prompt={"3":{"class_type":"KSampler"}}',
      '-metadata',
      'workflow={"nodes":[]}',
    ]),
  ),
  {
    id: '41',
    title: 'GPAC',
    needs: ['ffmpeg', 'MP4Box'],
    ordinary: true,
    build: (kit) => {
      kit.run('MP4Box', ['-quiet', '-add', kit.plain(), '-new', kit.path('41.mp4')]);
      return kit.read(kit.path('41.mp4'));
    },
  },
  handCase('41h', "GPAC's text behind a file", (kit) =>
    concat(kit.read(kit.plain()), box('free', 'IsoMedia File Produced with GPAC 1.0.1-rev0\0')),
  ),
  {
    id: '42',
    title: 'HandBrake',
    needs: ['ffmpeg', 'HandBrakeCLI'],
    ordinary: true,
    build: (kit) => {
      kit.run('HandBrakeCLI', [
        '-i',
        kit.plain(),
        '-o',
        kit.path('42.mp4'),
        '-e',
        'x264',
        '--encoder-preset',
        'veryfast',
      ]);
      return kit.read(kit.path('42.mp4'));
    },
  },
  mkvCase('43', 'MKVToolNix', ['mkvmerge'], (kit) => merged(kit, '43.mkv')),
  mkvCase('44', 'MKVToolNix under the name of Chrome', ['mkvmerge', 'mkvpropedit'], (kit) => {
    const path = merged(kit, '44.mkv');
    const edits = ['--set', 'muxing-application=Chrome', '--set', 'writing-application=Chrome'];
    kit.run('mkvpropedit', ['-q', path, '--edit', 'info', ...edits]);
    return path;
  }),
  ffmpegCase('45', 'fragments', (kit) =>
    kit.ffmpeg('45.mp4', PICTURE, SOUND, X264, '-c:a', 'aac', '-g', '24', '-movflags', '+frag_keyframe+empty_moov'),
  ),
  ffmpegCase('46', 'fragments for DASH', (kit) => copyWith(kit, '46.mp4', '-movflags', '+dash+global_sidx')),
  ffmpegCase('47', 'QuickTime', (kit) => copyWith(kit, '47.mov')),
  {
    id: '48',
    title: 'OpenH264 by GStreamer',
    needs: ['gst-launch-1.0'],
    ordinary: true,
    build: (kit) => {
      const source = ['videotestsrc', 'num-buffers=48', '!', 'video/x-raw,width=320,height=180,framerate=24/1'];
      const writer = ['!', 'h264parse', '!', 'mp4mux', '!', 'filesink', `location=${kit.path('48.mp4')}`];
      kit.run('gst-launch-1.0', ['-q', ...source, '!', 'openh264enc', ...writer]);
      return kit.read(kit.path('48.mp4'));
    },
  },
  ...['ts', 'flv', 'avi'].map((kind) =>
    ffmpegCase(`54${kind}`, `the same in ${kind.toUpperCase()}`, (kit) => {
      const filter = kind === 'avi' ? ['-bsf:v', 'h264_mp4toannexb'] : [];
      return kit.ffmpeg(`54.${kind}`, '-i', kit.plain(), COPY, filter);
    }),
  ),
  ffmpegCase('55', 'sound alone', (kit) => kit.ffmpeg('55.m4a', SOUND, '-c:a', 'aac')),
  ffmpegCase('56', 'names of generators in a title', (kit) =>
    copyWith(kit, '56.mp4', '-metadata', 'title=made with sora kling veo'),
  ),
  ffmpegCase('61h', "Kvazaar's message", (kit) =>
    kit.withMessage('61h.mp4', kit.withoutMessage(), KVAZAAR, 'Kvazaar HEVC Encoder v. 2.3.2'),
  ),
  {
    id: '61',
    title: 'Kvazaar',
    needs: ['ffmpeg', 'kvazaar'],
    ordinary: true,
    build: (kit) => {
      const raw = kit.ffmpeg('61.yuv', PICTURE, '-pix_fmt', 'yuv420p', TWO_SECONDS);
      kit.run('kvazaar', ['-i', raw, '--input-res', '320x180', '-o', kit.path('61.hevc')]);
      return kit.read(kit.ffmpeg('61.mp4', '-f', 'hevc', '-i', kit.path('61.hevc'), COPY));
    },
  },
  ffmpegCase('62', "HandBrake's name on FFmpeg's file", (kit) =>
    copyWith(kit, '62.mp4', '-metadata', 'encoding_tool=HandBrake 1.6.1 2023012300'),
  ),
  handCase('38b', 'the name and box of Windows', (kit) =>
    overwrite(
      insertTopBox(kit.read(kit.plain()), 'ftyp', uuidBox(WINDOWS, '10.0.26100.0')),
      '\x15Lavc59.37.100 libx264',
      `\x0AAVC Coding${'\0'.repeat(11)}`,
    ),
  ),
];

function mkvCase(
  id: string,
  title: string,
  programs: readonly ('mkvmerge' | 'mkvpropedit')[],
  build: (kit: ClipKit) => string,
): LabCase {
  return { id, title, needs: ['ffmpeg', ...programs], ordinary: true, build: (kit) => kit.read(build(kit)) };
}

function merged(kit: ClipKit, name: string): string {
  kit.run('mkvmerge', ['-q', '-o', kit.path(name), kit.plain()]);
  return kit.path(name);
}
