/** The questions that are answered about a clip, each on its own: a copy from a platform is still from its generator. */
export const LAB_STAGES = ['origin', 'videoEncoder', 'audioEncoder', 'muxer', 'editor', 'delivery', 'capture'] as const;
export type LabStage = (typeof LAB_STAGES)[number];

interface FactRow {
  stage: LabStage | null;
  type: 'text' | 'number' | 'flag';
  /** Statements about the origin, which other readers judge: named beside the traces, and never scored. */
  beside?: 'credential' | 'label' | 'vendor_metadata';
  /** Names an account, an upload or a device: masked where a result is shared. */
  personal?: true;
}

const text = (stage: LabStage | null): FactRow => ({ stage, type: 'text' });
const number = (stage: LabStage | null): FactRow => ({ stage, type: 'number' });
const flag = (stage: LabStage | null): FactRow => ({ stage, type: 'flag' });

/** Every fact that an observation may state and a rule may ask for. A rule that asks for another is refused at start. */
export const LAB_FACTS = {
  container: text('muxer'),
  'ftyp.major': text('muxer'),
  'ftyp.minor': number('muxer'),
  'ftyp.compatible': text('muxer'),
  layout: text('muxer'),
  'box.beam': flag('delivery'),
  'box.uuid': text('muxer'),
  'box.uuid_text': text('muxer'),
  'free.text': text('muxer'),
  'mdat.long': flag('muxer'),
  'trailing.bytes': number(null),
  'mvhd.timescale': number('muxer'),
  'mvhd.created': text('muxer'),
  'moov.children': text('muxer'),
  'moov.plain_meta': flag('muxer'),
  'track.first': text('muxer'),
  'track.mebx': flag('capture'),
  'video.handler': text('muxer'),
  'video.handler_pascal': flag('muxer'),
  'audio.handler': text('muxer'),
  'audio.name': text('muxer'),
  'video.tkhd_flags': number('muxer'),
  'video.timescale': number('muxer'),
  'video.minf': text('muxer'),
  'video.stbl': text('muxer'),
  'video.entry': text('videoEncoder'),
  'video.entry_children': text('muxer'),
  'video.compressor': text('videoEncoder'),
  'video.vendor': text('muxer'),
  'video.btrt': flag('muxer'),
  'video.codec': text('videoEncoder'),
  'video.width': number(null),
  'video.height': number(null),
  'video.size': text(null),
  'video.fps': number(null),
  'video.frames': number(null),
  'video.seconds': number(null),
  'avcc.extension': flag('muxer'),
  'avcc.reserved': text('muxer'),
  'edit.audio_start': number('audioEncoder'),
  'esds.long_lengths': flag('muxer'),
  'audio.present': flag(null),
  'audio.codec': text('audioEncoder'),
  'audio.rate': number(null),
  'audio.channels': number(null),
  'audio.encoder': text('audioEncoder'),
  'audio.lavc': text('audioEncoder'),
  fragmented: flag('muxer'),
  'udta.blanked': flag('delivery'),
  'tag.encoder': text('muxer'),
  'tag.comment': { stage: 'delivery', type: 'text', personal: true },
  'tag.description': text('delivery'),
  'tag.unnamed': { stage: 'delivery', type: 'text', personal: true },
  'tag.brand_keys': flag('muxer'),
  'tag.aigc_info': text('delivery'),
  'tag.vid_md5': { stage: 'delivery', type: 'text', personal: true },
  'tag.information': { stage: 'delivery', type: 'text', personal: true },
  'tag.xtra': flag('muxer'),
  'tag.samsung': flag('editor'),
  'tag.timecode': flag('editor'),
  'tag.cover': flag(null),
  'label.producer': { stage: 'origin', type: 'text', beside: 'label' },
  'label.entity': { stage: 'origin', type: 'text', beside: 'label' },
  'label.produce_id': { stage: 'origin', type: 'text', beside: 'label', personal: true },
  'credential.present': { stage: 'origin', type: 'flag', beside: 'credential' },
  'credential.hint': { stage: 'origin', type: 'text', beside: 'credential' },
  'metadata.make': { stage: 'capture', type: 'text', beside: 'vendor_metadata' },
  'metadata.model': { stage: 'capture', type: 'text', beside: 'vendor_metadata', personal: true },
  'metadata.software': { stage: 'editor', type: 'text', beside: 'vendor_metadata' },
  'metadata.created': { stage: 'capture', type: 'text', beside: 'vendor_metadata', personal: true },
  'metadata.creator_tool': { stage: 'editor', type: 'text', beside: 'vendor_metadata' },
  'metadata.graph': { stage: 'origin', type: 'text', beside: 'vendor_metadata' },
  'sei.uuid': text('videoEncoder'),
  'sei.user_data': text('videoEncoder'),
  'sei.types': text('videoEncoder'),
  'sei.first_in_sample': flag('videoEncoder'),
  'sps.profile': number('videoEncoder'),
  'sps.family': text('videoEncoder'),
  'sps.frame_number_bits': number('videoEncoder'),
  'sps.picture_order': text('videoEncoder'),
  'pps.qp': number('videoEncoder'),
  'nal.first': text('videoEncoder'),
  'nal.repeated_sets': flag('videoEncoder'),
  'x264.settings': flag('videoEncoder'),
  'x264.core': number('videoEncoder'),
  'x264.crf': number('videoEncoder'),
  'x264.rc': text('videoEncoder'),
  'x264.preset': text('videoEncoder'),
  'x264.threads': number('videoEncoder'),
  'x265.settings': flag('videoEncoder'),
  'av1.sequence': text('videoEncoder'),
  'av1.metadata': text('videoEncoder'),
  'av1.frames_packed': number('videoEncoder'),
  'gop.sync': number('videoEncoder'),
  'gop.longest': number('videoEncoder'),
  'mkv.muxing_app': text('muxer'),
  'mkv.writing_app': text('muxer'),
  'mkv.statistics_app': text('muxer'),
  'mkv.layout': text('muxer'),
  'ts.provider': text('muxer'),
  'ts.service': text('muxer'),
} as const satisfies Record<string, FactRow>;

export type LabFactName = keyof typeof LAB_FACTS;

/** Statements that other readers judge. */
export type BesideKind = 'credential' | 'label' | 'vendor_metadata';

/** The row of a fact, with the members that only some rows have. */
export function factRow(name: LabFactName): FactRow {
  return LAB_FACTS[name];
}
