import type { Words } from '../../../shared/words.ts';
import type { SITE_ZH_CN } from './site.zh-cn.ts';

/** What all pages share. */
export const SITE_EN: Words<typeof SITE_ZH_CN> = {
  brand: 'Revera',
  tagline: 'See what a file reveals about its origin',
  skip: 'Skip to content',
  nav: {
    label: 'Main',
    verify: 'Verify',
    howItWorks: 'How it works',
    docs: 'Docs',
    learn: 'Learn',
    pricing: 'Pricing',
    dashboard: 'Dashboard',
  },
  footer: {
    label: 'Footer',
    product: 'Product',
    learn: 'Learn',
    rules: 'Legal',
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
      notFound: 'Page not found',
      refused: 'We couldn’t complete your request',
      failed: 'Something went wrong on our side',
    },
    notFound:
      'The address is wrong, or the content has expired. Results of verifications without an account are kept for one day.',
    stale: 'This form belongs to another session or came from another site. Reload the page and submit the form again.',
    failed: 'Please try again later. If the problem persists, send the operator the request ID below.',
    requestId: 'Request ID',
    home: 'Go to the home page',
  },
};
