import type { Words } from '../../shared/words.ts';
import type { HOME_ZH_CN, VERIFY_ISLAND_ZH_CN } from './words.zh-cn.ts';

/** The page on which files are dropped. */
export const HOME_EN: Words<typeof HOME_ZH_CN> = {
  description:
    'Drop in a file to see what evidence of its origin it carries: content credentials (C2PA), the China AIGC label and ordinary metadata. No account needed.',
  lead: 'Give Revera an image, video, audio file or document. It reads the signatures, labels and metadata in the file and tells you what they prove and what they don’t.',
  drop: {
    title: 'Drop files anywhere on this page',
    titlePlain: 'File to verify',
    choose: 'Choose files',
    submit: 'Verify',
    paste: 'You can also paste them.',
    limits: (file, files, total) =>
      `Up to ${files} files at a time, ${file} each and ${total} in total. No account needed.`,
    limitsPlain: (file) => `One file at a time, up to ${file}. No account needed.`,
    release: 'Release to verify',
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
      `You have reached the limit of ${perHour} files per hour. The remaining files will continue automatically; keep this page open.`,
    kept: (hours) => `Results are available for ${hours} hours. Save the links of the ones you need.`,
  },
  recent: {
    title: 'Recent on this device',
    clear: 'Clear',
    note: (hours) => `Remembered by this browser only, for the ${hours} hours that a result can be read.`,
  },
  figures: {
    title: 'In figures',
    read: 'formats are read',
    which: 'Which ones, and what is read',
    signed: 'formats can be signed',
    how: 'How to sign',
    lists: (count) => (count === 1 ? 'trust list in use' : 'trust lists in use'),
    of: ', copy of ',
    hours: (hours) => (hours === 1 ? '1 hour' : `${hours} hours`),
    kept: 'until a result is deleted',
    deleted: 'The file itself goes as soon as the result is ready.',
  },
  evidence: {
    title: 'What we read',
    kinds: {
      credential: {
        title: 'Content credential (C2PA)',
        text: 'A record of origin, signed by the maker or editor of the file. Is it intact, and does it match the content? And, as a separate question, which trust list is the signer on?',
      },
      label: {
        title: 'China AIGC label (GB 45438-2025)',
        text: 'The label the standard requires in the metadata of generated content, checked against its rules, with the provider code decoded.',
      },
      metadata: {
        title: 'Vendor metadata',
        text: 'The camera, editor or generator named in EXIF, XMP, IPTC and other fields. These are unsigned, so anyone can write them: a lead at most.',
      },
      resolution: {
        title: 'Resolution integrity',
        text: 'Whether an image was enlarged, by the traces in its pixels. Enlargement by AI is not detected, and every result says so.',
      },
    },
    more: { howItWorks: 'How it works', scope: 'What we check, and what we don’t' },
  },
  verdicts: {
    title: 'How to read a verdict',
    intro:
      'A verdict is about the evidence in the file, not about whether the content is true. Absence of evidence proves nothing.',
    more: { reading: 'Each verdict explained', learn: 'Learn more' },
  },
  afterwards: {
    title: 'What happens to your file',
    points: {
      deleted: 'The file is deleted as soon as the result is ready.',
      kept: (hours) => `The result is kept for ${hours} hours, then deleted.`,
      link: 'Anyone with the link to a result can read it; the link can’t be guessed.',
    },
    more: { privacy: 'Privacy' },
  },
  developers: {
    title: 'For developers',
    text: 'The same from a terminal, without an account. With an API key the limits are higher, and you can queue jobs.',
    label: 'Verify a file with curl',
    more: { quickStart: 'Quick start', docs: 'Documentation', reference: 'API reference' },
  },
};

/** What the script of the page says; `{name}` is replaced by a number or a file name. */
export const VERIFY_ISLAND_EN: Words<typeof VERIFY_ISLAND_ZH_CN> = {
  count: '{done} of {all} done',
  waiting: 'Waiting to upload',
  uploading: 'Uploading, {percent}',
  analysing: 'Uploaded, analysing',
  held: 'Continues at {when}',
  cancelled: 'Cancelled.',
  failed: 'Not verified: {reason}',
  disconnected: 'The connection to the server was lost.',
  unexpected: 'The server’s response could not be used (status {status}).',
  empty: 'The file is empty.',
  file_too_large: 'This file is {size}; the limit is {limit} per file.',
  too_many: 'At most {limit} files at a time.',
  total_too_large: 'Together with the others this exceeds {limit}. Try again when they are done.',
  folder: 'Folders can’t be uploaded. Choose the files inside instead.',
  added: 'Files added: {count}.',
  declared: 'Declared: {what}',
  verdict: '{name}: {verdict}.',
  problem: '{name}: {reason}',
  finished: 'All files are done.',
  cleared: 'The list is empty.',
  clearedDone: 'Finished files have been removed from the list.',
};
