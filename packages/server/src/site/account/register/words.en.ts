import type { Words } from '../../../shared/words.ts';
import type { REGISTER_ZH_CN } from './words.zh-cn.ts';

/** Registering. */
export const REGISTER_EN: Words<typeof REGISTER_ZH_CN> = {
  description: 'Register with your email address. Once you have confirmed it, you can create API keys and sign files.',
  intro:
    'You’ll receive an email with a link to confirm your address. Every account comes with a personal organization.',
  name: 'Name',
  nameHint: 'Visible to other members of your organizations.',
  haveAccount: 'Already have an account?',
  terms: 'By registering you agree to the',
  and: 'and',
};
