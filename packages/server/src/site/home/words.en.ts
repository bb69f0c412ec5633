import type { Words } from '../../shared/words.ts';
import type { HOME_ZH_CN, VERIFY_ISLAND_ZH_CN } from './words.zh-cn.ts';

/** The page on which files are dropped. */
export const HOME_EN: Words<typeof HOME_ZH_CN> = {
  description:
    'Drop a file and see what evidence of its origin it carries: content credentials (C2PA), the China AIGC label, ordinary metadata. No account.',
  lead: 'Give Revera a picture, video, sound or document. It reads the signatures, labels and metadata in the file and says what they prove, and what they do not.',
  drop: {
    title: 'Drop files anywhere on this page',
    titlePlain: 'File to verify',
    choose: 'Choose files',
    submit: 'Verify',
    paste: 'Pasting works too.',
    limits: (file, files, total) =>
      `Up to ${files} files at a time, ${file} each and ${total} together. No account needed.`,
    limitsPlain: (file) => `One file at a time, up to ${file}. No account needed.`,
    release: 'Let go to verify',
    problem: 'Not verified',
  },
  problems: {
    noFile: 'Choose a file first.',
    oneFile: 'This form sends one file at a time.',
    tooLarge: (file) => `The file is larger than ${file}.`,
  },
  list: {
    title: 'Your files',
    add: 'Add files',
    cancelAll: 'Cancel all',
    clear: 'Clear the list',
    cancel: 'Cancel',
    retry: 'Try again',
    open: 'Open the result',
    newTab: '(new tab)',
    progress: 'Upload',
    held: (perHour) =>
      `From one address ${perHour} files an hour can be verified, and they are used up for now. The rest goes on by itself; leave this page open.`,
    kept: (hours) => `Results can be read for ${hours} hours. Keep the link of those that you need.`,
  },
  evidence: {
    title: 'What is read',
    kinds: {
      credential: {
        title: 'Content credential (C2PA)',
        text: 'A record of origin, signed by whoever made or edited the file: is it intact, does it fit the content, and, as a question of its own, which trust list is the signer on.',
      },
      label: {
        title: 'China AIGC label (GB 45438-2025)',
        text: 'The label that the standard asks for in the metadata of generated content, held against its rules, with the provider code taken apart.',
      },
      metadata: {
        title: 'Vendor metadata',
        text: 'The camera, editor or generator that EXIF, XMP, IPTC and other fields name: unsigned, so anyone can write them, and a lead at most.',
      },
      resolution: {
        title: 'Resolution integrity',
        text: 'Whether a picture was enlarged: not examined by this version, and every result says so.',
      },
    },
    more: { howItWorks: 'How it works', scope: 'What we check, and what we do not' },
  },
  verdicts: {
    title: 'How to read a verdict',
    intro:
      'A verdict speaks of the evidence in the file, not of whether the content is true. Absence of evidence proves nothing.',
    more: { reading: 'Each verdict explained', learn: 'More to learn' },
  },
  afterwards: {
    title: 'What happens to your file',
    points: {
      deleted: 'The file is deleted as soon as the answer is known.',
      kept: (hours) => `The result is kept for ${hours} hours, then deleted.`,
      link: 'Whoever has the link to a result can read it; the link cannot be guessed.',
    },
    more: { privacy: 'Privacy' },
  },
  developers: {
    title: 'For developers',
    text: 'The same from a terminal, without an account. With a key the limits are wider, and work can be queued.',
    label: 'Verify a file with curl',
    more: { quickStart: 'Quick start', docs: 'Documentation', reference: 'API reference' },
  },
};

/** What the script of the page says; `{name}` stands for a number or the name of a file. */
export const VERIFY_ISLAND_EN: Words<typeof VERIFY_ISLAND_ZH_CN> = {
  count: '{done} of {all} done',
  waiting: 'Waiting to upload',
  uploading: 'Uploading, {percent}',
  analysing: 'Uploaded, analysing',
  held: 'Goes on at {when}',
  cancelled: 'Cancelled.',
  failed: 'Not verified: {reason}',
  disconnected: 'The connection to the server was lost.',
  unexpected: 'The server gave no answer that can be used (status {status}).',
  empty: 'The file is empty.',
  file_too_large: 'The file has {size}; a file may have {limit}.',
  too_many: 'At most {limit} files at a time.',
  total_too_large: 'Together with the others it is over {limit}. Try again when they are done.',
  folder: 'Folders cannot be uploaded. Choose the files in it.',
  added: 'Files added: {count}.',
  declared: 'Declared: {what}',
  verdict: '{name}: {verdict}.',
  problem: '{name}: {reason}',
  finished: 'All files are done.',
  cleared: 'The list is empty.',
  clearedDone: 'The files that were done are off the list.',
};
