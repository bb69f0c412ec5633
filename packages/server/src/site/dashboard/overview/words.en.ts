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
  usage: 'The last 30 days',
  done: 'Completed',
  failed: 'Failed',
  noUsage: 'Nothing was verified or signed in the last 30 days.',
  verdicts: 'Verdicts of the last 100 jobs',
  noVerdicts: 'No verdicts yet.',
  deliveries: 'Last webhook deliveries',
  noDeliveries: 'Nothing has been delivered yet. Webhooks tell your server when a job is done or a credential changes.',
  event: 'Event',
  webhook: 'Webhook',
  answer: 'Delivery',
  when: 'When',
  jobs: 'Recent jobs',
  credentials: 'Recent credentials',
  keys: 'Active API keys',
  keyCount: (count) => `${count} active`,
  noKeys: 'No active API keys.',
};
