import type { LabFacts, LabObservation } from '../lab/facts.ts';
import { factRow, type LabFactName } from '../lab/fact-names.ts';

type Values = Partial<Record<LabFactName, string | number | boolean>>;

/** What was read of one real file; the files are other people's and stay where they are. */
export interface RealClip {
  id: string;
  what: string;
  facts: Values;
}

const X264 = 'dc45e9bd-e6d9-48b7-962c-d820d923eeef';
const VIDEO_TOOLBOX = '47564adc-5c4c-433f-94ef-c5113cd143a8';
const FFMPEG: Values = {
  'ftyp.major': 'isom',
  'ftyp.minor': 512,
  'video.handler': 'VideoHandler',
  'video.tkhd_flags': 3,
};
const GOOGLE: Values = {
  ...FFMPEG,
  layout: 'ftyp,free,uuid,mdat,moov',
  'tag.encoder': 'Google',
  'sei.uuid': X264,
  'sei.user_data': `${X264} x264 - core 155 r2901 7d0ff22`,
  'sps.family': 'x264-like',
  'pps.qp': 20,
  'video.fps': 24,
  'video.frames': 192,
  'video.size': '1280x720',
  'edit.audio_start': 2048,
  'audio.encoder': 'fdk-like',
  'credential.present': true,
  'credential.hint': 'Google Media Processing Services',
};
const SIGNED: Values = { 'tag.comment': `Signature: ${'Zm9v'.repeat(64)}` };

function x264(core: number, crf: number): Values {
  const text = `${X264} x264 - core ${core} - H.264/MPEG-4 AVC codec - options: rc=crf crf=${crf}.0`;
  return {
    'sei.uuid': X264,
    'sei.user_data': text,
    'x264.settings': true,
    'x264.core': core,
    'x264.crf': crf,
    'sps.family': 'x264-like',
    'pps.qp': crf,
  };
}

/** Facts of the reference's real files, as its tables state them. */
export const REAL_CLIPS: readonly RealClip[] = [
  {
    id: 'R01',
    what: 'a native Kling download',
    facts: {
      ...FFMPEG,
      layout: 'ftyp,moov,free,mdat',
      'tag.encoder': 'Lavf58.29.100',
      'tag.brand_keys': true,
      'tag.comment': '#[1920x1076][24][k][k][C][tv=id_atlas-6.0.23]',
      'video.timescale': 10_000_000,
      'sei.uuid': '91ca6061-4aee-3854-8614-2d5f73f4ae2e',
      'sei.user_data': '91ca6061-4aee-3854-8614-2d5f73f4ae2e 123456',
      'sps.family': 'x264-like',
      'pps.qp': 14,
      'video.fps': 24,
      'video.frames': 121,
      'video.size': '1920x1076',
      'audio.encoder': 'fdk-like',
      'edit.audio_start': 2048,
      'label.producer': '001191110108335469089C10100',
      'label.entity': '91110108335469089C',
    },
  },
  { id: 'R02', what: 'native Google generative video', facts: GOOGLE },
  { id: 'R03', what: 'the same pipeline', facts: GOOGLE },
  {
    id: 'R04',
    what: 'native Grok Imagine, older',
    facts: {
      ...FFMPEG,
      ...SIGNED,
      ...x264(163, 17),
      'video.frames': 145,
      'tag.encoder': 'Lavf58.76.100',
      'audio.encoder': 'lavc',
    },
  },
  {
    id: 'R05',
    what: 'native Grok Imagine, newer',
    facts: {
      ...FFMPEG,
      ...SIGNED,
      ...x264(165, 23),
      'video.frames': 145,
      'tag.encoder': 'Lavf62.3.100',
      'audio.encoder': 'lavc',
    },
  },
  {
    id: 'R06',
    what: 'Grok, cut on a Samsung phone',
    facts: {
      ...x264(163, 17),
      'ftyp.major': 'mp42',
      'ftyp.minor': 0,
      'mdat.long': true,
      'tag.samsung': true,
      'video.handler': 'VideoHandle',
      'video.frames': 145,
      'mvhd.timescale': 10_000,
    },
  },
  {
    id: 'R07',
    what: 'a TikTok delivery',
    facts: {
      ...FFMPEG,
      'track.first': 'audio',
      'udta.blanked': true,
      'sei.uuid': X264,
      'sei.user_data': `${X264} bvc0ot v2.2.1.3-20250220`,
      'sps.family': 'x264-like',
      'pps.qp': 24,
      'audio.encoder': 'fdk-like',
    },
  },
  {
    id: 'R08',
    what: 'a WhatsApp copy from an iPhone',
    facts: {
      'ftyp.major': 'mp42',
      'ftyp.minor': 0,
      'box.beam': true,
      'video.handler': '',
      'sei.uuid': VIDEO_TOOLBOX,
      'video.tkhd_flags': 7,
    },
  },
  {
    id: 'R09',
    what: 'an export of Windows, then WhatsApp',
    facts: {
      'ftyp.major': 'mp42',
      'ftyp.minor': 0,
      'box.beam': true,
      'box.uuid': '5ca708fb-328e-4205-a861-650eca0a9596',
      'tag.xtra': true,
      'video.compressor': 'AVC Coding',
      'video.tkhd_flags': 1,
    },
  },
  {
    id: 'R10',
    what: 'a YouTube rendition',
    facts: {
      'ftyp.major': 'mp42',
      'ftyp.minor': 0,
      'video.handler': 'ISO Media file produced by Google Inc. Created on: 01/02/2023.',
      'tag.encoder': 'Google',
      'video.minf': 'dinf,stbl,vmhd',
    },
  },
  {
    id: 'R11',
    what: 'a progressive YouTube rendition',
    facts: {
      'ftyp.major': 'mp42',
      'ftyp.minor': 0,
      'video.handler': 'ISO Media file produced by Google Inc.',
      'tag.encoder': 'Google',
      'sei.uuid': X264,
      'sei.user_data': `${X264} x264 - core 155 r2901 7d0ff22`,
      'video.minf': 'dinf,stbl,vmhd',
    },
  },
  {
    id: 'R12',
    what: 'YouTube’s handler on a later encoding',
    facts: {
      ...FFMPEG,
      ...x264(164, 23),
      'video.handler': 'ISO Media file produced by Google Inc.',
      'tag.encoder': 'Lavf61.1.100',
    },
  },
  { id: 'R13', what: 'an encoding by a user', facts: { ...FFMPEG, ...x264(164, 23), 'tag.encoder': 'Lavf60.16.100' } },
  {
    id: 'R14',
    what: 'the size of Sora, encoded again',
    facts: { ...FFMPEG, ...x264(164, 23), 'video.size': '854x480' },
  },
  { id: 'R15', what: 'a catwalk', facts: { ...FFMPEG, ...x264(164, 23), 'audio.encoder': 'fdk-like' } },
  {
    id: 'R16',
    what: 'AWS Elemental',
    facts: {
      'ftyp.major': 'M4V ',
      'ftyp.minor': 1,
      'video.handler': 'ETI ISO Video Media Handler',
      'video.compressor': 'Elemental H.264',
      'sei.uuid': '8fbb6c74-7c3e-4f78-9f07-8cb35d3c177e',
      'sei.user_data': '8fbb6c74-7c3e-4f78-9f07-8cb35d3c177e Elemental Video Engine(tm) www.elementaltechnologies.com',
    },
  },
  {
    id: 'R17',
    what: 'an export of Canva',
    facts: { ...FFMPEG, ...x264(163, 18), 'tag.encoder': 'Lavf58.76.100', 'metadata.creator_tool': 'Canva (Renderer)' },
  },
  {
    id: 'R18',
    what: 'Adobe',
    facts: {
      'ftyp.major': 'mp42',
      'ftyp.minor': 0,
      'credential.present': true,
      'video.handler': 'Mainconcept Video Media Handler',
      'tag.timecode': true,
      'video.compressor': 'AVC Coding',
      'sei.uuid': 'b9edb930-5d21-4b71-8371-2c10a314bb29',
    },
  },
  {
    id: 'R19',
    what: 'a recording of macOS',
    facts: {
      'ftyp.major': 'qt  ',
      'video.handler': 'Core Media Video',
      'video.handler_pascal': true,
      'moov.plain_meta': true,
      'sei.uuid': VIDEO_TOOLBOX,
      'metadata.make': 'Apple',
    },
  },
  {
    id: 'R20',
    what: 'an iPhone 6',
    facts: {
      'ftyp.major': 'qt  ',
      'video.handler': 'Core Media Video',
      'video.handler_pascal': true,
      'moov.plain_meta': true,
      'track.mebx': true,
      'sei.uuid': VIDEO_TOOLBOX,
      'metadata.make': 'Apple',
      'metadata.model': 'iPhone 6',
    },
  },
  {
    id: 'R21',
    what: 'iMovie',
    facts: {
      'ftyp.major': 'mp42',
      'ftyp.minor': 1,
      'video.handler': 'Core Media Video',
      'sei.uuid': '0387f44e-cd0a-4bdc-a194-3ac3d49b171f',
    },
  },
];

/** Facts as a prober would hand them on, of a clip with one video track. */
export function factsOf(values: Values, more: Partial<LabFacts> = {}): LabFacts {
  const observations: LabObservation[] = [];
  for (const fact of namesIn(values)) {
    const value = values[fact];
    if (value === undefined) continue;
    const { stage, personal } = factRow(fact);
    const where = { path: 'reference', offset: null };
    const id = `o${observations.length + 1}`;
    observations.push({ id, fact, stage, value, where, salvaged: false, personal: personal === true });
  }
  const [fps, frames] = [values['video.fps'], values['video.frames']];
  const video = {
    codec: 'avc1',
    width: null,
    height: null,
    fps: typeof fps === 'number' ? fps : null,
    frames: typeof frames === 'number' ? frames : null,
    key_frames: null,
    longest_gap: null,
  };
  const clip = { container: 'isobmff', layout: [], duration_seconds: null, video, audio: null, bytes_read: 0 } as const;
  return { status: 'ok', clip: { ...clip, layout: [] }, observations, checks: [], warnings: [], ...more };
}

function namesIn(values: Values): LabFactName[] {
  const isName = (name: string): name is LabFactName => name in values;
  return Object.keys(values).filter(isName);
}
