import type { Words } from '../../../shared/words.ts';
import type { SITE_ZH_CN } from './site.zh-cn.ts';

/** What all pages share. */
export const SITE_EN: Words<typeof SITE_ZH_CN> = {
  brand: 'Revera',
  tagline: 'See what a file says of its origin',
  skip: 'Skip to content',
  nav: {
    label: 'Main',
    verify: 'Verify',
    howItWorks: 'How it works',
    docs: 'Docs',
    learn: 'Learn',
    dashboard: 'Dashboard',
  },
  footer: {
    label: 'Footer',
    product: 'Product',
    learn: 'Understand',
    rules: 'Rules',
    note: 'Absence of evidence proves nothing.',
    source: 'Open source under Apache-2.0',
  },
  otherLanguage: '简体中文',
  pages: {
    home: 'Verify',
    docs: 'Documentation',
    learn: 'Learn',
    lab: 'Generator lab',
    status: 'Status',
    'how-it-works': 'How it works',
    'what-we-check': 'What we check',
    about: 'About',
    privacy: 'Privacy',
    terms: 'Terms',
    security: 'Security',
    reference: 'API reference',
  },
  copy: 'Copy',
  copied: 'Copied',
  breadcrumb: 'You are here',
  onThisPage: 'On this page',
  asMarkdown: 'View as Markdown',
  next: 'Next',
  previous: 'Previous',
  showAll: 'Show all',
  errors: {
    title: {
      notFound: 'There is no such page',
      refused: 'This could not be done',
      failed: 'Something failed on our side',
    },
    notFound:
      'The address is wrong, or what was here has expired. Results of anonymous verifications are kept for a day.',
    stale: 'The form came from another session, or from another site. Open its page anew and send it once more.',
    failed: 'Please try again later. If it goes on, give the operator the request id below.',
    requestId: 'Request id',
    home: 'Go to the start page',
  },
};
