import type { Words } from '../../shared/words.ts';
import type { SHARE_ZH_CN } from './words.zh-cn.ts';

/** What stands on the pictures that links are shown with. */
export const SHARE_EN: Words<typeof SHARE_ZH_CN> = {
  site: 'See what a file reveals about its origin',
  siteChip: 'C2PA Content Credentials · China AIGC labels',
  claimed: (declared) => `${declared}, as declared`,
  credential: 'Content credential',
  trial: 'A trial signature, made in a sandbox',
  kinds: { image: 'Image', video: 'Video', audio: 'Audio', document: 'Document' },
  note: 'Absence of evidence proves nothing.',
  alt: 'Preview of a result by Revera: ',
};
