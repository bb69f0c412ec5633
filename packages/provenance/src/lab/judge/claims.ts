import type { LabStage } from '../fact-names.ts';
import type { LabClaim } from '../facts.ts';
import { LAB_LIMITS } from '../limits.ts';
import { RULE_BOOK, type RuleBook } from '../rules/rule-book.ts';

/** Words that people use for a family, in both languages; compared without spaces, case and version. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  sora: ['sora', 'openai'],
  veo: ['veo', 'gemini', 'flow', 'googlevideo', 'googleveo', 'google'],
  kling: ['kling', 'klingai', '可灵', 'kuaishou', '快手'],
  runway: ['runway', 'runwayml', 'gen'],
  pika: ['pika', 'pikalabs'],
  luma: ['luma', 'dreammachine', 'ray'],
  hailuo: ['hailuo', 'minimax', '海螺'],
  vidu: ['vidu', '生数'],
  seedance: ['jimeng', '即梦', 'dreamina', 'seedance', 'doubao', '豆包', 'volcengine', 'byteplus'],
  wan: ['wan', 'tongyi', '通义万相', 'qwen'],
  hunyuan: ['hunyuan', '混元', 'yuanbao', '元宝'],
  pixverse: ['pixverse', '拍我'],
  firefly: ['firefly', 'adobefirefly', 'adobe'],
  grok: ['grok', 'xai', 'aurora', 'grokimagine'],
  meta: ['meta', 'vibes', 'moviegen'],
  midjourney: ['midjourney', 'mj'],
  higgsfield: ['higgsfield'],
  fal: ['fal', 'falai'],
  comfyui: ['comfyui', 'comfy'],
  diffusers: ['svd', 'diffusers', 'animatediff'],
  camera: ['camera', 'real', 'iphone', 'android', '相机'],
  capcut: ['capcut', '剪映'],
  canva: ['canva'],
  handbrake: ['handbrake'],
  ffmpeg: ['ffmpeg'],
  x264: ['x264'],
  youtube: ['youtube'],
  tiktok: ['tiktok', 'douyin', '抖音'],
  instagram: ['instagram', 'facebook'],
  x: ['x', 'twitter'],
  whatsapp: ['whatsapp'],
  telegram: ['telegram'],
  wechat: ['wechat', '微信'],
  bilibili: ['bilibili', '哔哩哔哩'],
  xiaohongshu: ['xiaohongshu', '小红书'],
};
/** What stands behind a name: a version, an edition. */
const EDITION = /(?:v?\d+(?:\.\d+){0,3}|pro|turbo|fast|lite|master|max|preview|alpha|app)$/;
const EDITIONS_MAX = 4;

/** Families by each of their words. */
const FAMILIES = new Map(
  Object.entries(ALIASES).flatMap(([family, words]) => words.map((word) => [word, family] as const)),
);

/** What somebody says a clip was made with. A word that no row knows is no error: then nothing is compared. */
export function readClaim(text: string, book: RuleBook): LabClaim {
  const raw = text.trim().slice(0, LAB_LIMITS.claimChars);
  const isTooLong = text.trim().length > LAB_LIMITS.claimChars;
  const family = isTooLong ? null : familyOf(raw);
  const pipeline = [...book.pipelines.values()].find((one) => one.family === family);
  return { raw, family, stage: pipeline?.stage ?? null, label: pipeline?.label ?? null };
}

function familyOf(raw: string): string | null {
  let word = raw
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]/gu, '');
  for (let round = 0; round <= EDITIONS_MAX; round += 1) {
    const family = FAMILIES.get(word);
    if (family !== undefined) return family;
    const shorter = word.replace(EDITION, '');
    if (shorter === word || shorter === '') return null;
    word = shorter;
  }
  return null;
}

/** A family that a claim can name. */
export interface Claimable {
  family: string;
  /** As the table of pipelines calls it. */
  label: string;
  stage: LabStage;
}

/** Every family that a claim can name and that a pipeline belongs to, in the order of the pipelines. */
export const CLAIMABLES: readonly Claimable[] = [...RULE_BOOK.pipelines.values()]
  .filter(({ family }) => family in ALIASES)
  .map(({ family, label, stage }) => ({ family, label, stage }));

/** Every family that a claim can name. */
export const CLAIMABLE_FAMILIES: readonly string[] = Object.keys(ALIASES);
