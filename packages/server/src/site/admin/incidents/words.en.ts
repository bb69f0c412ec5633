import type { Words } from '../../../shared/words.ts';
import type { ADMIN_INCIDENTS_ZH_CN } from './words.zh-cn.ts';

/** Publishing, updating and deleting incidents. */
export const ADMIN_INCIDENTS_EN: Words<typeof ADMIN_INCIDENTS_ZH_CN> = {
  lead: 'What is published here is shown to everybody, on the status page and in /v1/status.',
  open: 'Publish an incident',
  empty: 'No incidents have been published.',
  statusPage: 'Open the status page',
  update: 'Update',
  delete: 'Delete',
  component: 'What is affected',
  state: 'State',
  titleEn: 'Title in English',
  titleZh: 'Title in Chinese',
  textEn: 'Text in English',
  textZh: 'Text in Chinese',
  oneLanguage: 'One language is enough; those who read the other one see the text that there is. Plain text only.',
  steps: {
    open: { title: 'Publish an incident', text: 'Everybody sees it within a few seconds.', button: 'Publish' },
    update: { title: 'Update an incident', text: 'Earlier updates stay visible.', button: 'Publish update' },
    delete: {
      title: 'Delete an incident',
      text: 'Only for an incident that was published by mistake: all its updates are deleted too. One that is over is updated to “Resolved” instead.',
      button: 'Delete',
    },
  },
};
