import type { OverviewWords } from './words.zh-cn.ts';

export const OVERVIEW_EN: OverviewWords = {
  title: 'Overview',
  next: 'Next steps',
  steps: {
    verify: {
      title: 'Confirm your email address',
      text: 'Open the link in the email. Until then you can look around, but you can’t create API keys or sign files.',
      link: 'Send the email again',
    },
    key: {
      title: 'Create an API key',
      text: 'Programs use an API key to verify and sign files. Test keys sign with the development certificate.',
      link: 'Create an API key',
    },
    request: {
      title: 'Send your first request',
      text: 'Store the key in the environment variable, run this command in a terminal, then reload this page. The request appears under “Recent jobs”.',
      link: 'Quick start',
    },
  },
  stepDone: 'Done',
  stepOpen: 'To do',
  jobs: 'Recent jobs',
  credentials: 'Recent credentials',
  keys: 'Active API keys',
  keyCount: (count) => `${count} active`,
  noKeys: 'No active API keys.',
};
