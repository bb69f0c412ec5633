import type { Words } from '../../../shared/words.ts';
import type { LOGOUT_ZH_CN } from './words.zh-cn.ts';

/** Signing out. */
export const LOGOUT_EN: Words<typeof LOGOUT_ZH_CN> = { description: 'End this session.' };
