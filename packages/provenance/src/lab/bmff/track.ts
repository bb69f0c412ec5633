import type { Box } from '../../media/bmff/boxes.ts';
import { childrenOf } from '../../media/bmff/boxes.ts';
import { latin1Text } from '../../bytes/latin1-text.ts';
import { plainText } from '../../bytes/plain-text.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { LAB_LIMITS } from '../limits.ts';
import { readSampleEntry, type SampleEntry } from './sample-entry.ts';
import { readTrackHead, type TrackHead } from './track-head.ts';

/** One track, as far as it says who wrote it. */
export interface Track extends TrackHead {
  handlerType: string;
  handlerName: string;
  /** The name has its length in front, as in QuickTime. */
  isPascalName: boolean;
  minfOrder: string[];
  tableBoxes: Box[];
  entry: SampleEntry | null;
  /** `trak/udta/name`, where HandBrake names sound. */
  name: string | null;
}

/** @throws {DecodeError} damaged */
export function readTrack(source: MediaSource, trak: Box): Track {
  const boxes = [...childrenOf(source, trak, 'trak')];
  const media = boxes.find(({ type }) => type === 'mdia');
  const inMedia = media === undefined ? [] : [...childrenOf(source, media, 'mdia')];
  const head = readTrackHead(source, boxes, inMedia);
  const info = inMedia.find(({ type }) => type === 'minf');
  const inInfo = info === undefined ? [] : [...childrenOf(source, info, 'minf')];
  const table = inInfo.find(({ type }) => type === 'stbl');
  const tableBoxes = table === undefined ? [] : [...childrenOf(source, table, 'stbl')];
  const handler = readHandler(source, inMedia);
  const description = tableBoxes.find(({ type }) => type === 'stsd');
  return {
    ...head,
    ...handler,
    minfOrder: inInfo.map(({ type }) => type),
    tableBoxes,
    entry: description === undefined ? null : readSampleEntry(source, description, handler.handlerType),
    name: readName(source, boxes),
  };
}

type Handler = Pick<Track, 'handlerType' | 'handlerName' | 'isPascalName'>;

const HANDLER_NAME_AT = 24;

function readHandler(source: MediaSource, boxes: readonly Box[]): Handler {
  const box = boxes.find(({ type }) => type === 'hdlr');
  if (box === undefined) return { handlerType: '', handlerName: '', isPascalName: false };
  const length = Math.min(box.end - box.contentStart, HANDLER_NAME_AT + LAB_LIMITS.shownChars);
  const bytes = source.bytes(box.contentStart, length, 'hdlr');
  const name = bytes.subarray(HANDLER_NAME_AT);
  const isPascalName = name.length > 1 && (name[0] ?? 0) === name.length - 1 && (name[0] ?? 0) > 0;
  const text = latin1Text(isPascalName ? name.subarray(1) : name).split('\0')[0] ?? '';
  return {
    handlerType: latin1Text(bytes.subarray(8, 12)),
    handlerName: plainText(text, LAB_LIMITS.shownChars),
    isPascalName,
  };
}

function readName(source: MediaSource, boxes: readonly Box[]): string | null {
  const user = boxes.find(({ type }) => type === 'udta');
  if (user === undefined) return null;
  for (const box of childrenOf(source, user, 'udta')) {
    if (box.type !== 'name') continue;
    const length = Math.min(box.end - box.contentStart, LAB_LIMITS.shownChars);
    return plainText(latin1Text(source.bytes(box.contentStart, length, 'name')).replaceAll('\0', ''), length);
  }
  return null;
}
