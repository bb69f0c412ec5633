import type { Box } from '../../media/bmff/boxes.ts';
import { latin1Text } from '../../bytes/latin1-text.ts';
import { plainText } from '../../bytes/plain-text.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { LAB_LIMITS } from '../limits.ts';
import type { Notebook } from '../notebook.ts';
import { listBoxes } from './list-boxes.ts';
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

/** @throws {DecodeError} its headers are damaged */
export function readTrack(notebook: Notebook, source: MediaSource, trak: Box): Track {
  const find = (boxes: readonly Box[], wanted: string): Box | undefined => boxes.find(({ type }) => type === wanted);
  const boxes = listBoxes(notebook, source, trak);
  const inMedia = listBoxes(notebook, source, find(boxes, 'mdia'));
  const inInfo = listBoxes(notebook, source, find(inMedia, 'minf'));
  const tableBoxes = listBoxes(notebook, source, find(inInfo, 'stbl'));
  const handler = readHandler(source, inMedia);
  const description = find(tableBoxes, 'stsd');
  let entry: SampleEntry | null = null;
  if (description !== undefined) {
    notebook.attempt(() => {
      entry = readSampleEntry(notebook, source, description, handler.handlerType);
    });
  }
  return {
    ...readTrackHead(source, boxes, inMedia),
    ...handler,
    minfOrder: inInfo.map(({ type }) => type),
    tableBoxes,
    entry,
    name: readName(source, listBoxes(notebook, source, find(boxes, 'udta'))),
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

function readName(source: MediaSource, userData: readonly Box[]): string | null {
  const box = userData.find(({ type }) => type === 'name');
  if (box === undefined) return null;
  const length = Math.min(box.end - box.contentStart, LAB_LIMITS.shownChars);
  return plainText(latin1Text(source.bytes(box.contentStart, length, 'name')).replaceAll('\0', ''), length);
}
