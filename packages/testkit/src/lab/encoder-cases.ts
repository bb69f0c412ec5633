import { concat } from '../bytes.ts';
import { ffmpegCase, handCase, type LabCase } from './case.ts';
import { PICTURE, picture, SOUND, X264, type ClipKit } from './clip-kit.ts';
import { overwrite, setBoxField } from './edit-boxes.ts';

const BITEXACT = ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'];
const SHORT = picture({ size: '320x180', rate: 24, seconds: 1 });
const FIRST_TWO_SECONDS = ['-t', '2'];

/** The plain clip as FFmpeg 4.3 wrote it: without the two boxes and names that came later. */
function asOlder(kit: ClipKit): Uint8Array {
  const older = overwrite(kit.read(kit.plain()), 'btrt', 'free');
  const unnamed = overwrite(older, '\x15Lavc59.37.100 libx264', new Uint8Array(22));
  return overwrite(unnamed, 'Lavf59.27.100', 'Lavf58.45.100');
}

/** Encoders and versions, as ordinary programs use them. */
export const ENCODER_CASES: readonly LabCase[] = [
  ffmpegCase('1', 'H.264 and AAC by FFmpeg', (kit) => kit.plain()),
  ffmpegCase('2', 'with the index first', (kit) =>
    kit.ffmpeg('2.mp4', '-i', kit.plain(), '-c', 'copy', '-movflags', '+faststart'),
  ),
  ffmpegCase('3', "without the encoder's message", (kit) => kit.withoutMessage()),
  ffmpegCase('4', 'without versions', (kit) => kit.ffmpeg('4.mp4', PICTURE, SOUND, X264, '-c:a', 'aac', BITEXACT)),
  handCase('5', 'as FFmpeg 4.3 writes it', (kit) => concat(asOlder(kit))),
  handCase('6', 'as FFmpeg 9 writes it', (kit) => {
    const clocked = setBoxField(kit.read(kit.plain()), 'mvhd', 16, 88_200);
    return overwrite(clocked, 'Lavf59.27.100', 'Lavf63.01.100');
  }),
  handCase('7', 'with the tag of another version', (kit) => overwrite(asOlder(kit), 'Lavf58.45.100', 'Lavf61.7.100\0')),
  ffmpegCase('8', 'x265', (kit) => kit.ffmpeg('8.mp4', SHORT, ...x265('info=1'), '-tag:v', 'hvc1')),
  ffmpegCase('9', 'x265 without its message', (kit) => kit.ffmpeg('9.mp4', SHORT, ...x265('info=0'))),
  ffmpegCase('10', 'x265 with repeated headers', (kit) => kit.ffmpeg('10.mp4', SHORT, ...x265('repeat-headers=1'))),
  ffmpegCase('11', 'libaom', (kit) =>
    kit.ffmpeg('11.mp4', SHORT, '-pix_fmt', 'yuv420p', '-c:v', 'libaom-av1', '-cpu-used', '8', '-usage', 'realtime'),
  ),
  ffmpegCase('12', 'SVT-AV1', (kit) =>
    kit.ffmpeg('12.mp4', SHORT, '-pix_fmt', 'yuv420p', '-c:v', 'libsvtav1', '-preset', '12'),
  ),
  ffmpegCase('13', 'VP9 in WebM', (kit) =>
    kit.ffmpeg(
      '13.webm',
      SHORT,
      '-pix_fmt',
      'yuv420p',
      '-c:v',
      'libvpx-vp9',
      '-cpu-used',
      '8',
      '-deadline',
      'realtime',
    ),
  ),
  ffmpegCase('14', 'MPEG-4 Visual at eight pictures a second', (kit) =>
    kit.ffmpeg('14.mp4', PICTURE, '-c:v', 'mpeg4', '-r', '8', FIRST_TWO_SECONDS),
  ),
  ffmpegCase('15', 'the defaults of a library for scripts', (kit) =>
    kit.ffmpeg('15.mp4', picture({ size: '832x480', rate: 16, seconds: 1 }), X264, '-crf', '10', '-preset', 'veryfast'),
  ),
  ffmpegCase('57', 'x264 for a fixed channel', (kit) =>
    kit.ffmpeg(
      '57.mp4',
      PICTURE,
      X264,
      FIRST_TWO_SECONDS,
      ['-b:v', '500k', '-maxrate', '500k', '-bufsize', '500k'],
      ['-x264-params', 'nal-hrd=cbr:force-cfr=1'],
    ),
  ),
];

function x265(params: string): string[] {
  return ['-pix_fmt', 'yuv420p', '-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', `log-level=none:${params}`];
}
