import type { Words } from '../../shared/words.ts';
import type { STATUS_PAGE_ZH_CN } from './words.zh-cn.ts';

/** The page that says which parts are working right now. */
export const STATUS_PAGE_EN: Words<typeof STATUS_PAGE_ZH_CN> = {
  title: 'Status',
  description:
    'Database, storage, analysis, queue, trust lists and signing of this service, checked when you open this page.',
  ready: 'All systems operational',
  limited: 'Operational, with limitations',
  notReady: 'Some systems are down',
  checkedAt: 'Checked',
  note: 'Everything here is checked when you open the page. Past states are not recorded, so we make no claims about uptime.',
  state: { works: 'Operational', reduced: 'Limited', fails: 'Down' },
  partsTitle: 'Systems',
  parts: {
    database: { name: 'Database', works: 'Responding.', fails: 'Not responding.' },
    uploads: { name: 'Upload folder', works: 'Writable.', fails: 'Not writable.' },
    storage: { name: 'Storage for signed files', works: 'Writable.', fails: 'Not writable.' },
    analysis: {
      name: 'Analysis threads',
      works: (threads, busy, waiting) => `Threads: ${threads}. Busy: ${busy}. Files waiting: ${waiting}.`,
      fails: 'No threads available.',
    },
    queue: {
      name: 'Job queue',
      works: (waiting, running) => `Jobs waiting: ${waiting}. Running: ${running}.`,
      late: (waiting, minutes) => `Jobs waiting: ${waiting}. The oldest has been waiting for ${minutes} minutes.`,
      fails: 'Could not be read from the database.',
    },
  },
  trustTitle: 'Trust lists',
  trust: {
    names: {
      c2pa: 'C2PA trust list',
      c2pa_tsa: 'C2PA time-stamping authorities',
      legacy: 'Earlier interim list',
      service: 'Added by this service',
      c2pa_products: 'C2PA conforming products',
    },
    standing: {
      fresh: 'In use',
      cached: 'In use, refresh failed',
      stale: 'Out of date',
      absent: 'Not fetched yet',
      missing: 'No copy',
      off: 'Not used',
    },
    copyOf: 'Copy from',
    certificates: (count) => `Certificates: ${count}`,
    products: (count) => `Products: ${count}`,
    cached: 'The latest attempt to fetch it failed; this copy remains in use.',
    stale: 'The copy is older than allowed.',
    absent: 'It should be in use, but there is no copy yet; results say that it was not checked.',
    missing: 'There is no copy. No verdict depends on it.',
    off: 'Not enabled by the operator.',
    unreadable: 'The trust lists could not be read from the database.',
  },
  signingTitle: 'Signing',
  signing: {
    mode: 'Signing certificate',
    production: {
      state: 'Production',
      text: 'Live keys sign with the operator’s certificate; test keys sign with one that this installation created itself, marked as sandbox.',
    },
    development: {
      state: 'Development',
      text: 'No production certificate is configured. Everything is signed with a certificate that this installation created itself, marked as sandbox, and other services do not trust it.',
    },
    timeStamps: 'Time stamps',
    withStamps: 'Configured',
    withoutStamps: 'None',
    stamped: 'A time-stamping authority is configured; whether it responds is known only when something is signed.',
    unstamped: 'No time-stamping authority is configured, so signatures carry no time stamp.',
  },
  versionTitle: 'Software',
  version: 'Version',
  machines: 'For programs:',
};
