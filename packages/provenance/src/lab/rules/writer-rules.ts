import { SEI_UUID } from '../encoders/known-messages.ts';
import type { Condition, Rule } from './rule.ts';

type Short = Omit<Rule, 'evidence' | 'samples' | 'sources'>;

function measured(rule: Short): Rule {
  return { ...rule, evidence: 'measured', samples: 2, sources: ['read back'] };
}

function seen(rule: Short, ...sources: readonly string[]): Rule {
  return { ...rule, evidence: 'seen', samples: sources.length, sources };
}

function reported(rule: Short, samples: number, ...sources: readonly string[]): Rule {
  return { ...rule, evidence: 'reported', samples, sources };
}

const GOOGLE_HANDLER: Condition = { fact: 'video.handler', re: '^ISO Media file produced by Google Inc' };
/** ByteDance's encoder writes x264's identifier in front of its own name. */
const BVC: Condition = { fact: 'sei.user_data', re: `^${SEI_UUID.x264} bvc` };

/** Programs that write containers, by tags and structure. */
export const MUXER_RULES: readonly Rule[] = [
  measured({
    id: 'ffmpeg.tag',
    pipeline: 'ffmpeg',
    group: 'tag',
    weight: 60,
    when: { fact: 'tag.encoder', re: '^Lavf' },
  }),
  measured({
    id: 'ffmpeg.shape',
    pipeline: 'ffmpeg',
    group: 'mux',
    weight: 35,
    when: {
      any: [
        {
          all: [
            { fact: 'ftyp.major', in: ['isom', 'iso5'] },
            { fact: 'ftyp.minor', eq: 512 },
            { fact: 'video.handler', eq: 'VideoHandler' },
          ],
        },
        { fact: 'video.vendor', eq: 'FFMP' },
      ],
    },
  }),
  measured({
    id: 'ffmpeg.matroska',
    pipeline: 'ffmpeg',
    group: 'tag',
    weight: 60,
    when: { fact: 'mkv.muxing_app', re: '^Lavf' },
  }),
  measured({
    id: 'ffmpeg.transport',
    pipeline: 'ffmpeg',
    group: 'tag',
    weight: 60,
    when: { fact: 'ts.provider', eq: 'FFmpeg' },
  }),
  measured({
    id: 'gpac.free',
    pipeline: 'gpac',
    group: 'tag',
    weight: 70,
    when: { fact: 'free.text', re: '^IsoMedia File Produced with GPAC' },
  }),
  measured({
    id: 'mkvmerge.app',
    pipeline: 'mkvtoolnix',
    group: 'tag',
    weight: 60,
    when: { fact: 'mkv.writing_app', re: '^mkvmerge' },
  }),
  measured({
    id: 'mkvmerge.statistics',
    pipeline: 'mkvtoolnix',
    group: 'mux',
    weight: 50,
    when: { fact: 'mkv.statistics_app', re: '^mkvmerge' },
  }),
  measured({
    id: 'gstreamer.matroska',
    pipeline: 'gstreamer',
    group: 'tag',
    weight: 60,
    when: { fact: 'mkv.muxing_app', re: '^GStreamer' },
  }),
  measured({
    id: 'gstreamer.layout',
    pipeline: 'gstreamer',
    group: 'mux',
    weight: 45,
    when: {
      all: [
        { fact: 'ftyp.compatible', eq: 'mp42,mp41,isom,iso2' },
        { fact: 'ftyp.minor', eq: 0 },
        { fact: 'video.tkhd_flags', eq: 7 },
      ],
    },
  }),
  seen(
    {
      id: 'google.stub',
      pipeline: 'google.stack',
      group: 'sei',
      weight: 45,
      when: { fact: 'sei.user_data', eq: `${SEI_UUID.x264} x264 - core 155 r2901 7d0ff22` },
    },
    'R02',
    'R03',
    'R11',
  ),
  seen(
    { id: 'google.handler', pipeline: 'google.stack', group: 'mux', weight: 55, when: GOOGLE_HANDLER },
    'R10',
    'R11',
  ),
  seen(
    {
      id: 'google.tag',
      pipeline: 'google.stack',
      group: 'tag',
      weight: 35,
      when: { fact: 'tag.encoder', eq: 'Google' },
      // Google's servers encode sound with another program than FFmpeg does.
      siblings: [{ not: { fact: 'audio.encoder', eq: 'lavc' } }],
    },
    'R02',
    'R03',
    'R11',
  ),
  seen(
    {
      id: 'windows.uuid',
      pipeline: 'windows.mf',
      group: 'mux',
      weight: 45,
      when: { fact: 'box.uuid', eq: '5ca708fb-328e-4205-a861-650eca0a9596' },
    },
    'R09',
  ),
  seen(
    {
      id: 'adobe.handler',
      pipeline: 'adobe.mux',
      group: 'mux',
      weight: 45,
      when: { fact: 'video.handler', re: 'Mainconcept' },
    },
    'R18',
  ),
  {
    id: 'chrome.app',
    pipeline: 'chrome',
    group: 'tag',
    weight: 10,
    evidence: 'inferred',
    samples: 0,
    when: { fact: 'mkv.writing_app', eq: 'Chrome' },
    sources: ['§1.7'],
  },
];

/** Programs in which people cut and export. */
export const EDITOR_RULES: readonly Rule[] = [
  measured({
    id: 'handbrake.tag',
    pipeline: 'handbrake',
    group: 'tag',
    weight: 35,
    when: {
      any: [
        { fact: 'tag.encoder', re: '^HandBrake' },
        { fact: 'mkv.writing_app', re: '^HandBrake' },
      ],
    },
    siblings: [{ not: { fact: 'video.compressor', re: '^Lavc' } }],
  }),
  measured({
    id: 'handbrake.layout',
    pipeline: 'handbrake',
    group: 'mux',
    weight: 30,
    when: {
      all: [
        { fact: 'ftyp.major', eq: 'mp42' },
        { fact: 'ftyp.minor', eq: 512 },
        { fact: 'video.timescale', eq: 90_000 },
      ],
    },
  }),
  seen(
    {
      id: 'samsung.tags',
      pipeline: 'samsung.editor',
      group: 'tag',
      weight: 45,
      when: {
        all: [
          { fact: 'tag.samsung', eq: true },
          { fact: 'video.handler', eq: 'VideoHandle' },
        ],
      },
    },
    'R06',
  ),
  seen(
    {
      id: 'apple.export',
      pipeline: 'apple.export',
      group: 'mux',
      weight: 60,
      when: {
        all: [
          { fact: 'ftyp.major', eq: 'mp42' },
          { fact: 'ftyp.minor', eq: 1 },
          { fact: 'video.handler', eq: 'Core Media Video' },
        ],
      },
    },
    'R20',
    'R21',
  ),
  seen(
    {
      id: 'adobe.timecode',
      pipeline: 'adobe.edit',
      group: 'tag',
      weight: 45,
      when: {
        all: [
          { fact: 'tag.timecode', eq: true },
          { fact: 'video.handler', re: 'Mainconcept' },
        ],
      },
    },
    'R18',
  ),
];

/** Platforms that hand out files of their own making, and cameras. */
export const DELIVERY_RULES: readonly Rule[] = [
  seen(
    {
      id: 'youtube.handler',
      pipeline: 'youtube',
      group: 'mux',
      weight: 45,
      when: { all: [GOOGLE_HANDLER, { fact: 'ftyp.major', in: ['mp42', 'dash'] }] },
    },
    'R10',
    'R11',
  ),
  seen({ id: 'tiktok.bvc', pipeline: 'tiktok', group: 'sei', weight: 55, when: BVC }, 'R07', 'S6', 'S7'),
  reported(
    {
      id: 'tiktok.vid',
      pipeline: 'tiktok',
      group: 'tag',
      weight: 55,
      when: { fact: 'tag.comment', re: '^vid:v0[0-9a-z]{8}' },
    },
    3,
    'S1',
    'S7',
    'S34',
  ),
  reported(
    {
      id: 'tiktok.aigc_info',
      pipeline: 'tiktok',
      group: 'delivery',
      weight: 25,
      when: { fact: 'tag.aigc_info', re: 'aigc_label_type' },
    },
    3,
    'S1',
    'S3',
    'S34',
  ),
  seen(
    { id: 'whatsapp.beam', pipeline: 'whatsapp', group: 'mux', weight: 60, when: { fact: 'box.beam', eq: true } },
    'R08',
    'R09',
  ),
  reported(
    {
      id: 'x.handler',
      pipeline: 'x',
      group: 'mux',
      weight: 55,
      when: { fact: 'video.handler', eq: 'Twitter-vork muxer' },
    },
    8,
    'S32',
  ),
  reported(
    {
      id: 'bilibili.text',
      pipeline: 'bilibili',
      group: 'tag',
      weight: 55,
      when: { fact: 'tag.description', re: '^Packed by Bilibili XCoder' },
    },
    4,
    'S33',
  ),
  seen(
    {
      id: 'elemental.handler',
      pipeline: 'aws.mediaconvert',
      group: 'mux',
      weight: 45,
      when: { fact: 'video.handler', re: '^ETI ISO Video Media Handler' },
    },
    'R16',
  ),
  seen(
    {
      id: 'apple.capture_layout',
      pipeline: 'apple.capture',
      group: 'mux',
      weight: 55,
      when: {
        all: [
          { fact: 'ftyp.major', eq: 'qt  ' },
          { fact: 'video.handler', eq: 'Core Media Video' },
          { fact: 'moov.plain_meta', eq: true },
        ],
      },
    },
    'R19',
    'R20',
  ),
  seen(
    {
      id: 'apple.capture_encoder',
      pipeline: 'apple.capture',
      group: 'sei',
      weight: 45,
      when: {
        all: [
          { fact: 'ftyp.major', eq: 'qt  ' },
          { fact: 'sei.uuid', in: [SEI_UUID.videoToolbox, SEI_UUID.olderApple] },
        ],
      },
    },
    'R19',
    'R20',
  ),
];
