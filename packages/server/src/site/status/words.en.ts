import type { Words } from '../../shared/words.ts';
import type { STATUS_PAGE_ZH_CN } from './words.zh-cn.ts';

/** The page that says which parts work at this moment. */
export const STATUS_PAGE_EN: Words<typeof STATUS_PAGE_ZH_CN> = {
  title: 'Status',
  description:
    'Database, storage, analysis, queue, trust lists and signing of this service, checked at the moment the page is opened.',
  ready: 'All parts work',
  limited: 'Works, with restrictions',
  notReady: 'A part does not work',
  checkedAt: 'Checked',
  note: 'Everything here is checked when the page is opened. Earlier states are not recorded, so no uptime is claimed.',
  state: { works: 'Works', reduced: 'Reduced', fails: 'Does not work' },
  partsTitle: 'Parts',
  parts: {
    database: { name: 'Database', works: 'It answers.', fails: 'It does not answer.' },
    uploads: { name: 'Upload folder', works: 'It can be written to.', fails: 'It cannot be written to.' },
    storage: { name: 'Store of signed files', works: 'It can be written to.', fails: 'It cannot be written to.' },
    analysis: {
      name: 'Analysis threads',
      works: (threads, busy, waiting) => `Threads: ${threads}. Busy: ${busy}. Files waiting: ${waiting}.`,
      fails: 'There is no thread.',
    },
    queue: {
      name: 'Job queue',
      works: (waiting, running) => `Jobs waiting: ${waiting}. Being worked on: ${running}.`,
      late: (waiting, minutes) => `Jobs waiting: ${waiting}. The oldest has waited ${minutes} minutes.`,
      fails: 'It cannot be read from the database.',
    },
  },
  trustTitle: 'Trust lists',
  trust: {
    names: {
      c2pa: 'C2PA trust list',
      c2pa_tsa: 'C2PA list of time-stamp authorities',
      legacy: 'Older interim list',
      service: 'Added by this service',
      c2pa_products: 'C2PA list of conforming products',
    },
    standing: {
      fresh: 'In use',
      cached: 'In use, refresh failed',
      stale: 'Too old',
      absent: 'Not there yet',
      missing: 'No copy',
      off: 'Not used',
    },
    copyOf: 'Copy of',
    certificates: (count) => `Certificates: ${count}`,
    products: (count) => `Products: ${count}`,
    cached: 'The newest attempt to fetch it failed; this copy stays in use.',
    stale: 'The copy is older than allowed.',
    absent: 'It is to be used and no copy is here yet; results say that it was not checked.',
    missing: 'No copy is here. No verdict depends on it.',
    off: 'The operator does not use it.',
    unreadable: 'The trust lists cannot be read from the database.',
  },
  signingTitle: 'Signing',
  signing: {
    mode: 'Signing certificate',
    production: {
      state: 'Production',
      text: 'Live keys sign with the certificate of the operator, test keys with one that the installation made itself, marked as sandbox.',
    },
    development: {
      state: 'Development',
      text: 'No production certificate is set up: everything is signed with one that the installation made itself, marked as sandbox, and other services do not trust it.',
    },
    timeStamps: 'Time stamps',
    withStamps: 'Set up',
    withoutStamps: 'None',
    stamped: 'A time-stamp authority is set up; whether it answers is known only when something is signed.',
    unstamped: 'No time-stamp authority is set up, so signatures carry no time stamp.',
  },
  versionTitle: 'Program',
  version: 'Version',
  machines: 'For programs:',
};
