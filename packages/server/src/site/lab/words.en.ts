import type { Words } from '../../shared/words.ts';
import type { LAB_ISLAND_ZH_CN, LAB_ZH_CN } from './words.zh-cn.ts';

/** The page of the generator lab. */
export const LAB_EN: Words<typeof LAB_ZH_CN> = {
  tool: {
    claim: 'Said to come from',
    claimHint:
      'Choose what somebody says, and the lab holds the traces against it. Without a choice it only lists them.',
    noClaim: 'Compare with nothing',
    stages: {
      origin: 'Generators',
      capture: 'Cameras',
      editor: 'Editors',
      delivery: 'Platforms and messengers',
      muxer: 'Container writers',
      videoEncoder: 'Video encoders',
      audioEncoder: 'Audio encoders',
    },
    title: 'Drop videos anywhere on this page',
    titlePlain: 'Video to examine',
    submit: 'Examine',
    limits: (file, files, total) =>
      `Up to ${files} files at a time, ${file} each and ${total} in total. No account needed.`,
    limitsPlain: (file) => `One file at a time, up to ${file}. No account needed.`,
    release: 'Release to examine',
    problem: 'Not examined',
    kept: 'Neither the file nor the result is stored: the result is gone when you leave this page.',
    formats: 'MP4, MOV, MKV, WebM, MPEG-TS, FLV and AVI.',
  },
  answers: 'Three answers',
  answerTexts: {
    consistent:
      'The file carries traces that the claimed origin is known to write. Traces can be forged: this is no proof.',
    inconsistent: 'The file carries traces of another origin, and none of the claimed one.',
    inconclusive: 'Traces are missing, common to many, or were replaced on the way. This is the most common answer.',
  },
  answerWords: { consistent: 'Consistent', inconsistent: 'Inconsistent', inconclusive: 'Inconclusive' },
  results: 'Results',
  claimed: 'Said to come from',
  notClaimed: 'nothing was claimed',
  unknownClaim: '(not in the lab’s table)',
  strength: 'It rests on',
  bands: { none: 'nothing', weak: 'weak traces', moderate: 'moderate traces', strong: 'strong traces' },
  history: 'History',
  picture: {
    title: 'The way this file has come',
    intro:
      'From left to right (on a phone from top to bottom), the stages that a video may pass through, and whose work the traces in this file look like. The stronger the frame, the more speaks for it. A dotted frame means that no trace was seen, not that the stage was skipped.',
    label: 'The pipeline as a picture',
    made: 'Generator or camera',
    editor: 'Editor',
    platform: 'Platform',
    messenger: 'Messenger',
    written: 'Who wrote the file as it is now',
    videoEncoder: 'Video encoder',
    audioEncoder: 'Audio encoder',
    muxer: 'Container',
    none: 'no trace',
    support: (band, support) => `${band}, ${support} of 95`,
    left: (fact, more) => (more === 0 ? `left ${fact}` : `left ${fact} and ${more} more`),
  },
  traces: {
    title: 'Whose traces they look like',
    none: 'No rule fits the traces in this file.',
    stage: 'Stage',
    pipeline: 'Looks like',
    support: 'Support',
    rule: 'Rule',
    grade: 'How well founded',
    sources: 'Sources',
    observations: 'Observations',
    note: 'Sources: R is a real file that we read, S a text or somebody’s report. Of traces of one kind only the strongest counts, and what is inferred decides nothing.',
  },
  grades: {
    seen: 'seen in a real file',
    measured: 'written by us and read back',
    documented: 'documented',
    reported: 'reported by others',
    inferred: 'inferred',
  },
  beside: {
    title: 'What else the file says',
    note: 'Found by the readers of a verification, and not counted above.',
    credential: 'Content credential (C2PA)',
    label: 'China AIGC label (GB 45438-2025)',
    metadata: 'Vendor metadata',
    unread: 'The readers of a verification could make nothing of this file.',
    noLabel: 'None found',
    labelFound: 'Found',
    labelSays: { '1': 'AI generated', '2': 'possibly AI generated', '3': 'suspected to be AI generated' },
    signer: (name) => `Signer: ${name}`,
    producer: (name) => `Provider: ${name}`,
    verify: 'Verify the file in full',
  },
  warnings: 'Take note',
  all: (count) => `All observations (${count})`,
  allNote:
    'Taken from the file, where anyone may have written them. What names an account, an upload or a device is masked.',
  columns: { id: 'No.', fact: 'Fact', value: 'Value', place: 'Place', byte: 'Byte' },
  salvaged: 'found by searching',
  checks: (count) => `Checks of one place against another (${count})`,
  checkResults: { pass: 'passed', fail: 'failed', not_applicable: 'not applicable' },
  caveats: 'Keep in mind',
  file: { seconds: (seconds) => `${seconds} s`, fps: (fps) => `${fps} fps` },
  yes: 'yes',
  no: 'no',
};

/** What the script says where it differs from the start page. */
export const LAB_ISLAND_EN: Words<typeof LAB_ISLAND_ZH_CN> = {
  failed: 'Not examined: {reason}',
  verdict: '{name}: {verdict}.',
};
