import type { LabWords } from './lab-words.ts';

export const LAB_WORDS_EN: LabWords = {
  verdicts: {
    consistent: 'The traces fit the claim',
    inconsistent: 'The traces do not fit the claim',
    inconclusive: 'The traces decide nothing',
  },
  bands: { none: 'nothing', weak: 'weak', moderate: 'moderate', strong: 'strong' },
  reasons: {
    not_probed: 'No video track could be read in this file.',
    no_claim: 'No origin was claimed that the lab knows, so nothing was compared.',
    origin_match: 'The file carries marks that {claim} is known to write.',
    stage_match: 'The file looks like one that went through {claim}.',
    stage_not_seen: 'The file shows no mark of {claim}, which may have removed it or left none.',
    other_origin: 'The file carries marks that {found} is known to write, and none of {claim}.',
    camera_origin: 'The file looks like a recording by {found}, and carries no mark of {claim}.',
    constraint: 'The file looks like one straight from {found}, in a form that {claim} does not deliver.',
    hosted_model_possible: '{claim} and {found} may both be right: one of them also runs models of others.',
    conflict: 'The file carries marks of {claim} and of another origin.',
    stripped_by_delivery: 'A platform wrote this copy, and such copies lose the marks of their origin.',
    reencoded: 'The picture was encoded by software that {claim} is not known to use, so its marks may be lost.',
    weak_marks: 'A little looks like {claim}, and it is not enough.',
    no_marks: 'The file carries no mark of {claim}. That proves nothing.',
  },
  generations: {
    first: 'It looks like the file that its generator wrote.',
    remuxed: 'Another program seems to have written the container; the streams look as they were.',
    reencoded: 'Another program seems to have encoded the picture again.',
    delivered: 'It looks like a copy that a platform delivered.',
    unknown: 'How often it was written since cannot be told.',
  },
  stages: {
    origin: 'Origin',
    videoEncoder: 'Video encoder',
    audioEncoder: 'Audio encoder',
    muxer: 'Container',
    editor: 'Editor',
    delivery: 'Delivery',
    capture: 'Capture',
  },
  warnings: {
    read_limit: 'The file is larger or more divided than the lab reads, and a part was left out.',
    damaged: 'A part of the file is damaged and was left out.',
    index_missing: 'The index of the file is missing; its beginning was searched instead.',
    bad_sample_lengths: 'The first picture does not begin as its index says; its bytes were searched instead.',
    no_video_track: 'There is no video track.',
    encrypted: 'The video is encrypted.',
    tags_blanked_in_place: 'Tags were overwritten with zeros in place, without rewriting the file.',
    mixed_traces: 'Some traces belong to software that the named pipeline is not known to use.',
    'mux.version_mismatch': 'The file is not built as the version of FFmpeg builds it that its tag names.',
    splice: 'Later parts were encoded with other settings than the first: clips were joined.',
    'mkv.apps_edited': 'MKVToolNix laid the file out, under another program’s name.',
    remuxed_from_raw_es: 'The video was put into this container from a raw stream without times.',
    false_date: 'The dates in the file contradict one another.',
    settings_contradicted:
      'The encoder’s settings describe another stream than the one in this file, so its messages count nothing.',
    unix_date: 'The date of the file is impossible; it was probably counted from 1970.',
  },
  beside: {
    credential: {
      named:
        'A content credential in the file names {found}. The lab does not check credentials and does not count it.',
      unnamed: 'The file holds a content credential. The lab does not check credentials and does not count it.',
    },
    label: {
      named: 'A China AIGC label in the file names {found}. The lab does not check labels and does not count it.',
      unnamed: 'The file holds a China AIGC label. The lab does not check labels and does not count it.',
    },
    vendor_metadata: {
      named: 'Metadata in the file name {found}. They are a statement and are not counted.',
      unnamed: 'Metadata in the file name a device, a program or a date. They are a statement and are not counted.',
    },
  },
  families: {},
  caveats: [
    'No picture was decoded: only the container and the encoder’s messages were read.',
    'Tags and encoder messages are unsigned, and anyone can write them.',
    'Absence of a mark proves nothing, least of all after a platform has delivered the file.',
  ],
  somebody: 'the claimed origin',
  masked: '(masked)',
};
