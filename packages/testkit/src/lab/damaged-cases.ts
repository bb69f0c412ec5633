import { box } from '../media/bmff.ts';
import { be32, concat, indexOfBytes, type Bytes } from '../bytes.ts';
import { ffmpegCase, handCase, type LabCase } from './case.ts';
import { PICTURE, X264, type ClipKit } from './clip-kit.ts';
import { insertTopBox, overwrite, setBoxField } from './edit-boxes.ts';

const X264_UUID = 'dc45e9bd-e6d9-48b7-962c-d820d923eeef';
const COPY = ['-c', 'copy'];
const ALL_ONES = 0xffff_ffff;
const VERYFAST = ['-preset', 'veryfast'];
const NESTED = 20_000;
const MANY = 300_000;

function faststart(kit: ClipKit): Bytes {
  return kit.read(kit.ffmpeg('faststart.mp4', '-i', kit.plain(), COPY, '-movflags', '+faststart'));
}

/** Moves the settings of one encoding into the stream of another. */
function transplanted(kit: ClipKit): string {
  const slow = kit.read(kit.ffmpeg('slow.mp4', PICTURE, X264, '-preset', 'veryslow', '-t', '1'));
  const start = indexOfBytes(slow, 'x264 - core');
  const text = Buffer.from(slow.subarray(start, slow.indexOf(0, start))).toString('latin1');
  const fast = kit.ffmpeg('fast.mp4', PICTURE, X264, VERYFAST, '-bsf:v', 'filter_units=remove_types=6');
  return kit.withMessage('58.mp4', fast, X264_UUID, text);
}

function joined(kit: ClipKit, kind: 'ts' | 'mp4'): string {
  const parts = [
    kit.ffmpeg(`one.${kind}`, '-i', kit.plain(), COPY, '-an'),
    kit.ffmpeg(`two.${kind}`, PICTURE, X264, VERYFAST, '-crf', '28'),
  ];
  const list = kit.write(`${kind}.txt`, parts.map((path) => `file '${path}'\n`).join(''));
  return kit.ffmpeg(`60${kind}.mp4`, '-f', 'concat', '-safe', '0', '-i', list, COPY);
}

function joinedRaw(kit: ClipKit): string {
  const one = kit.ffmpeg('one.h264', '-i', kit.plain(), COPY, '-an');
  const two = kit.ffmpeg('two.h264', PICTURE, X264, VERYFAST, '-crf', '28');
  const both = kit.write('both.h264', concat(kit.read(one), kit.read(two)));
  return kit.ffmpeg('60a.mp4', '-r', '24', '-i', both, COPY);
}

/** Files that are cut, forged, joined or made to cost time. */
export const DAMAGED_CASES: readonly LabCase[] = [
  ffmpegCase('49', 'an identifier full of zeros', (kit) =>
    kit.withMessage('49.mp4', kit.withoutMessage(), '00000001-0000-0000-0000-000000000003', 'zeros'),
  ),
  ffmpegCase('50', 'a first sample that begins with something else', (kit) =>
    kit.ffmpeg('50.mp4', '-i', kit.plain(), COPY, '-bsf:v', 'dump_extra', '-tag:v', 'avc3'),
  ),
  handCase('51', 'cut before its index', (kit) => {
    const file = kit.read(kit.plain());
    return concat(file.subarray(0, Math.floor(file.length * 0.6)));
  }),
  handCase('52', 'the first bytes of an index', (kit) => concat(faststart(kit).subarray(0, 2_000))),
  ffmpegCase('58', 'settings from another stream', transplanted),
  handCase('59stsz', 'a count of all ones in stsz', (kit) => setBoxField(faststart(kit), 'stsz', 12, ALL_ONES)),
  handCase('59stsc', 'a count of all ones in stsc', (kit) => setBoxField(faststart(kit), 'stsc', 8, ALL_ONES)),
  handCase('59stts', 'a count of all ones in stts', (kit) => setBoxField(faststart(kit), 'stts', 8, ALL_ONES)),
  handCase('59size', 'a box of three bytes', (kit) =>
    overwrite(faststart(kit), concat(be32(8), 'free'), concat(be32(3), 'free')),
  ),
  handCase('59nested', 'an index in an index, twenty thousand times', () => nested()),
  handCase('59many', 'three hundred thousand boxes', (kit) => {
    const many = new Uint8Array(MANY * 8);
    for (let at = 0; at < many.length; at += 8) many.set(concat(be32(8), 'free'), at);
    return insertTopBox(kit.read(kit.plain()), 'ftyp', many);
  }),
  handCase('59nal', 'a length of all ones', (kit) => {
    const file = kit.read(kit.plain());
    const at = indexOfBytes(file, 'mdat') + 4;
    return concat(file.subarray(0, at), be32(ALL_ONES), file.subarray(at + 4));
  }),
  handCase('59sei', 'a message that is longer than its unit', (kit) => {
    const file = kit.read(kit.plain());
    const at = indexOfBytes(file, Buffer.from(X264_UUID.replaceAll('-', ''), 'hex'));
    return concat(file.subarray(0, at - 1), [0xfe], file.subarray(at));
  }),
  ffmpegCase('60a', 'clips joined as raw streams', joinedRaw),
  ffmpegCase('60b', 'clips joined from transport streams', (kit) => joined(kit, 'ts')),
  ffmpegCase('60c', 'clips joined from MP4', (kit) => joined(kit, 'mp4')),
];

function nested(): Bytes {
  const head = box('ftyp', 'isom', be32(512), 'isom');
  const body = new Uint8Array(NESTED * 8);
  for (let depth = 0; depth < NESTED; depth += 1) {
    body.set(concat(be32((NESTED - depth) * 8), 'moov'), depth * 8);
  }
  return concat(head, body);
}
