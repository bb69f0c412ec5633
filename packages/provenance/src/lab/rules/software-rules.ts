import type { Condition, Rule } from './rule.ts';
import { SEI_UUID } from '../encoders/known-messages.ts';

type Short = Omit<Rule, 'evidence' | 'samples' | 'sources'>;

/** Written by the named version of the program here, and read back. */
function measured(rule: Short): Rule {
  return { ...rule, evidence: 'measured', samples: 2, sources: ['read back'] };
}

function seen(rule: Short, sources: readonly string[]): Rule {
  return { ...rule, evidence: 'seen', samples: sources.length, sources };
}

function documented(rule: Short, sources: readonly string[]): Rule {
  return { ...rule, evidence: 'documented', samples: 1, sources };
}

const user = (uuid: string, text: string): Condition => ({ fact: 'sei.user_data', re: `^${uuid} ${text}` });

/** Encoders of pictures and sound, by what they write into their streams. */
export const ENCODER_RULES: readonly Rule[] = [
  // The identifier alone is not x264's: ByteDance and Google put texts of their own behind it.
  measured({
    id: 'x264.settings',
    pipeline: 'x264',
    group: 'sei',
    weight: 70,
    when: { fact: 'x264.settings', eq: true },
  }),
  measured({
    id: 'x265.settings',
    pipeline: 'x265',
    group: 'sei',
    weight: 70,
    when: user(SEI_UUID.x265, 'x265'),
  }),
  measured({
    id: 'kvazaar.text',
    pipeline: 'kvazaar',
    group: 'sei',
    weight: 70,
    when: user(SEI_UUID.kvazaar, 'Kvazaar'),
  }),
  seen({ id: 'bvc.text', pipeline: 'bytedance.bvc', group: 'sei', weight: 60, when: user(SEI_UUID.x264, 'bvc') }, [
    'R07',
    'S6',
    'S7',
  ]),
  seen(
    {
      id: 'google.stub_encoder',
      pipeline: 'google.encoder',
      group: 'sei',
      weight: 45,
      when: user(SEI_UUID.x264, 'x264 - core 155 r2901 7d0ff22$'),
    },
    ['R02', 'R03', 'R11', 'S31'],
  ),
  seen(
    {
      id: 'kuaishou.uuid',
      pipeline: 'kuaishou.encoder',
      group: 'sei',
      weight: 60,
      when: { fact: 'sei.uuid', eq: SEI_UUID.kuaishou },
    },
    ['R01', 'S1', 'S4'],
  ),
  seen(
    {
      id: 'videotoolbox.uuid',
      pipeline: 'apple.videotoolbox',
      group: 'sei',
      weight: 60,
      when: { fact: 'sei.uuid', in: [SEI_UUID.videoToolbox, SEI_UUID.olderApple] },
    },
    ['R08', 'R19', 'R20', 'R21'],
  ),
  seen(
    {
      id: 'elemental.uuid',
      pipeline: 'elemental',
      group: 'sei',
      weight: 45,
      when: user(SEI_UUID.elemental, 'Elemental'),
    },
    ['R16'],
  ),
  documented(
    {
      id: 'mainconcept.text',
      pipeline: 'mainconcept',
      group: 'sei',
      weight: 50,
      when: { fact: 'sei.user_data', re: '^type 32 produced by MainConcept' },
    },
    ['S9'],
  ),
  documented({ id: 'vaapi.text', pipeline: 'vaapi', group: 'sei', weight: 55, when: user(SEI_UUID.vaapi, 'Lavc') }, [
    'S12',
  ]),
  documented(
    {
      id: 'lavc.vol',
      pipeline: 'lavc.mpeg4',
      group: 'sei',
      weight: 55,
      when: { fact: 'sei.user_data', re: '^vol Lavc' },
    },
    ['S12'],
  ),
  measured({
    id: 'openh264.sets',
    pipeline: 'openh264',
    group: 'sei',
    weight: 45,
    when: {
      all: [
        { fact: 'sps.frame_number_bits', eq: 15 },
        { fact: 'sps.picture_order', eq: '0/16' },
      ],
    },
  }),
  measured({
    id: 'x264.compressor',
    pipeline: 'x264',
    group: 'tag',
    weight: 35,
    when: { fact: 'video.compressor', re: '^Lavc[0-9.]{0,16} libx264$' },
  }),
  measured({
    id: 'svt.compressor',
    pipeline: 'svt-av1',
    group: 'tag',
    weight: 40,
    when: { fact: 'video.compressor', re: '^Lavc[0-9.]{0,16} libsvtav1$' },
  }),
  seen(
    {
      id: 'windows.compressor',
      pipeline: 'windows.encoder',
      group: 'mux',
      weight: 40,
      when: {
        all: [
          { fact: 'video.compressor', eq: 'AVC Coding' },
          { fact: 'box.uuid', eq: '5ca708fb-328e-4205-a861-650eca0a9596' },
        ],
      },
    },
    ['R09'],
  ),
  measured({
    id: 'lavc.aac',
    pipeline: 'lavc.aac',
    group: 'audio',
    weight: 65,
    when: { fact: 'audio.encoder', eq: 'lavc' },
  }),
  seen(
    { id: 'fdk.silence', pipeline: 'fdk', group: 'audio', weight: 35, when: { fact: 'audio.encoder', eq: 'fdk-like' } },
    ['R01', 'R02', 'R07', 'R15'],
  ),
  measured({
    id: 'lame.tag',
    pipeline: 'lame',
    group: 'audio',
    weight: 65,
    when: { fact: 'audio.encoder', eq: 'lame' },
  }),
];
