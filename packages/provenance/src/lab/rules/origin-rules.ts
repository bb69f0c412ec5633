import type { BesideRule, Rule } from './rule.ts';

const KUAISHOU_SEI = '91ca6061-4aee-3854-8614-2d5f73f4ae2e';
/** A real Kling file: quality 14, and a clock of ten million. */
const LIKE_KLING = [
  { fact: 'pps.qp', eq: 14 },
  { fact: 'video.timescale', eq: 10_000_000 },
] as const;

/** Marks that generators leave in the streams and containers that they write. */
export const ORIGIN_RULES: readonly Rule[] = [
  {
    id: 'kling.sei_text',
    pipeline: 'kuaishou.kling',
    group: 'sei',
    weight: 70,
    evidence: 'seen',
    samples: 6,
    when: { fact: 'sei.user_data', re: `^${KUAISHOU_SEI} kling-ai` },
    siblings: LIKE_KLING,
    sources: ['R01', 'S1', 'S4'],
  },
  {
    id: 'kling.sei_uuid',
    pipeline: 'kuaishou.kling',
    group: 'sei',
    weight: 45,
    evidence: 'seen',
    samples: 1,
    when: { fact: 'sei.uuid', eq: KUAISHOU_SEI },
    sources: ['R01'],
  },
  {
    id: 'kling.atlas',
    pipeline: 'kuaishou.kling',
    group: 'tag',
    weight: 20,
    evidence: 'seen',
    samples: 1,
    when: { fact: 'tag.comment', re: String.raw`_atlas-[0-9.]{1,16}\]` },
    sources: ['R01'],
  },
  {
    id: 'google.shape',
    pipeline: 'google.generative',
    group: 'shape',
    weight: 20,
    evidence: 'seen',
    samples: 2,
    shapeOnly: true,
    when: {
      all: [
        { fact: 'video.fps', gte: 23.95, lte: 24.05 },
        {
          any: [
            { fact: 'video.frames', eq: 96 },
            { fact: 'video.frames', eq: 144 },
            { fact: 'video.frames', eq: 192 },
          ],
        },
        { fact: 'video.handler', eq: 'VideoHandler' },
        { fact: 'tag.encoder', eq: 'Google' },
      ],
    },
    siblings: [{ fact: 'edit.audio_start', eq: 2048 }],
    sources: ['R02', 'R03'],
  },
  {
    id: 'grok.signature',
    pipeline: 'xai.grok',
    group: 'tag',
    weight: 75,
    evidence: 'seen',
    samples: 2,
    when: { fact: 'tag.comment', re: '^Signature: [A-Za-z0-9+/]{180,4000}={0,2}$' },
    sources: ['R04', 'R05'],
  },
  {
    id: 'grok.shape',
    pipeline: 'xai.grok',
    group: 'shape',
    weight: 12,
    evidence: 'seen',
    samples: 3,
    shapeOnly: true,
    when: {
      all: [
        { fact: 'video.frames', eq: 145 },
        { fact: 'x264.core', in: [163, 165] },
        { fact: 'x264.crf', in: [17, 23] },
      ],
    },
    sources: ['R04', 'R05', 'R06'],
  },
  {
    id: 'dreamina.export',
    pipeline: 'bytedance.dreamina',
    group: 'tag',
    weight: 55,
    evidence: 'reported',
    samples: 3,
    when: {
      any: [
        { fact: 'tag.comment', re: String.raw`"product"\s?:\s?"dreamina"` },
        { fact: 'tag.description', re: String.raw`"product"\s?:\s?"dreamina"` },
        { fact: 'tag.unnamed', re: String.raw`"product"\s?:\s?"dreamina"` },
      ],
    },
    sources: ['S1', 'S3', 'S34'],
  },
  {
    id: 'diffusers.mp4v',
    pipeline: 'local.diffusers',
    group: 'shape',
    weight: 20,
    evidence: 'documented',
    samples: 1,
    shapeOnly: true,
    when: {
      all: [
        { fact: 'video.codec', eq: 'mp4v' },
        { fact: 'audio.present', eq: false },
        { fact: 'video.fps', lte: 16 },
      ],
    },
    sources: ['S16'],
  },
  {
    id: 'wan.imageio',
    pipeline: 'alibaba.wan',
    group: 'shape',
    weight: 18,
    evidence: 'documented',
    samples: 1,
    shapeOnly: true,
    when: {
      all: [
        { fact: 'x264.crf', eq: 10 },
        { fact: 'audio.present', eq: false },
        { fact: 'video.size', in: ['832x480', '480x832', '1280x720', '720x1280'] },
        { fact: 'video.fps', in: [16, 24] },
      ],
    },
    sources: ['S16'],
  },
];

/** What labels, credentials and ordinary metadata say of the origin. Other readers judge them; here they are only named. */
export const BESIDE_RULES: readonly BesideRule[] = [
  beside('label.kuaishou', 'kling', { fact: 'label.entity', eq: '91110108335469089C' }, ['R01', 'S1', 'S3']),
  beside('label.kling_name', 'kling', { fact: 'label.producer', eq: 'kling' }, ['S3']),
  beside('label.kling_id', 'kling', { fact: 'label.produce_id', re: '^(?:KLingMuse_|[A-Z0-9]{2,8}_PROD_ai_web_)' }, [
    'R01',
    'S1',
  ]),
  beside('label.bytedance', 'seedance', { fact: 'label.entity', in: ['91110102MACQD9K640', '9144030008867405X2'] }, [
    'S3',
  ]),
  beside('label.qwen', 'wan', { fact: 'label.entity', eq: '91440101MA9Y9T4H7A' }, ['S3']),
  beside('label.tencent', 'hunyuan', { fact: 'label.entity', eq: '91440300708461136T' }, ['S3']),
  beside('credential.google', 'veo', { fact: 'credential.hint', re: '^Google ' }, ['R02', 'R03', 'S1']),
  beside('credential.sora', 'sora', { fact: 'credential.hint', in: ['Truepic Lens CLI in Sora', 'OpenAI'] }, ['R22']),
  beside(
    'credential.seedance',
    'seedance',
    {
      fact: 'credential.hint',
      in: ['Volcengine_Ark_CN', 'BytePlus_ModelArk', 'Dreamina'],
    },
    ['S1'],
  ),
  beside('credential.firefly', 'firefly', { fact: 'credential.hint', eq: 'Adobe_Firefly' }, ['S3']),
  beside('credential.higgsfield', 'higgsfield', { fact: 'credential.hint', eq: 'higgsfield' }, ['S3']),
  beside('credential.fal', 'fal', { fact: 'credential.hint', eq: 'fal-ai' }, ['S3']),
  beside('metadata.comfyui', 'comfyui', { fact: 'metadata.graph', exists: true }, ['S16']),
  beside('metadata.canva', 'canva', { fact: 'metadata.creator_tool', re: '^Canva' }, ['R17']),
];

function beside(id: string, family: string, when: BesideRule['when'], sources: readonly string[]): BesideRule {
  return { id, family, when, sources };
}
