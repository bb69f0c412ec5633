import type { LookAlike } from '../label/facts.ts';
import type { SourceNames } from './verdict.ts';

/** Who writes the AI records that are not labels. */
export const LOOK_ALIKE_NAMES: Readonly<Record<LookAlike['schema'], SourceNames>> = {
  bytedance: { zh: '字节跳动', en: 'ByteDance' },
  tencent_cloud: { zh: '腾讯云', en: 'Tencent Cloud' },
};
