import { DecodeError } from '../../bytes/decode-error.ts';
import { bigEndian, ebmlChildren, readEbmlElement, type EbmlElement } from '../../media/ebml.ts';
import { MATROSKA } from '../../media/matroska-ids.ts';
import { readTags } from '../../media/matroska.ts';
import { seekEntries } from '../../media/matroska-segment.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { MetadataSink } from '../../media/metadata-sink.ts';
import { LAB_LIMITS } from '../limits.ts';
import type { Notebook } from '../notebook.ts';
import { round } from '../round.ts';
import { noteTags } from '../tags.ts';
import { readMatroskaTracks, type MatroskaTrack } from './matroska-tracks.ts';
import { readBlocks } from './matroska-blocks.ts';
import { elementText, float } from './matroska-values.ts';

const NAMES = new Map<number, string>([
  [MATROSKA.seekHead, 'SeekHead'],
  [MATROSKA.info, 'Info'],
  [MATROSKA.tracks, 'Tracks'],
  [MATROSKA.tags, 'Tags'],
  [MATROSKA.cluster, 'Cluster'],
  [MATROSKA.cues, 'Cues'],
  [MATROSKA.chapters, 'Chapters'],
  [MATROSKA.attachments, 'Attachments'],
  [MATROSKA.crc32, 'CRC-32'],
]);

interface Segment {
  parts: string[];
  elements: Map<number, EbmlElement>;
}

/** Matroska and WebM up to the first cluster, and what the seek head names behind it. */
export function readMatroskaClip(notebook: Notebook, source: MediaSource): boolean {
  const header = readEbmlElement(source, 0, source.size);
  const container = docType(source, header) === 'webm' ? 'webm' : 'matroska';
  notebook.clip.container = container;
  notebook.see('container', container, 'EBML', 0);
  const segment = readEbmlElement(source, header.end, source.size);
  if (segment.id !== MATROSKA.segment) throw new DecodeError('Matroska Segment', source.fileOffset(header.end));
  const found: Segment = { parts: [], elements: new Map() };
  notebook.attempt(() => walk(source, segment, found));
  notebook.clip.layout = found.parts;
  notebook.see('mkv.layout', found.parts.join(','), 'Segment', segment.offset);
  followSeekHead(notebook, source, segment, found);
  const info = found.elements.get(MATROSKA.info);
  if (info !== undefined) notebook.attempt(() => noteInfo(notebook, source, info));
  noteTagElement(notebook, source, found.elements.get(MATROSKA.tags));
  checkApps(notebook, found.parts);
  const element = found.elements.get(MATROSKA.tracks);
  const tracks: MatroskaTrack[] = [];
  if (element !== undefined) notebook.attempt(() => tracks.push(...readMatroskaTracks(notebook, source, element)));
  if (tracks.every(({ kind }) => kind !== 'video')) {
    notebook.warn('no_video_track');
    return false;
  }
  notebook.attempt(() => readBlocks(notebook, source, found.elements.get(MATROSKA.cluster), tracks));
  return true;
}

function docType(source: MediaSource, header: EbmlElement): string {
  for (const child of ebmlChildren(source, header)) {
    if (child.id === MATROSKA.docType) return elementText(source, child);
  }
  return '';
}

/** The order of elements tells the writer, and so does how much room it left. */
function walk(source: MediaSource, segment: EbmlElement, { parts, elements }: Segment): void {
  let offset = segment.data;
  while (offset < segment.end && parts.length < LAB_LIMITS.layoutParts) {
    const child = readEbmlElement(source, offset, segment.end);
    const name = child.id === MATROSKA.void ? `Void(${child.size ?? 0})` : (NAMES.get(child.id) ?? 'other');
    if (name !== parts.at(-1)) parts.push(name);
    if (!elements.has(child.id)) elements.set(child.id, child);
    if (child.id === MATROSKA.cluster) return;
    offset = child.end;
  }
}

function followSeekHead(notebook: Notebook, source: MediaSource, segment: EbmlElement, found: Segment): void {
  const head = found.elements.get(MATROSKA.seekHead);
  if (head === undefined) return;
  notebook.attempt(() => {
    for (const { id, position } of seekEntries(source, head)) {
      const at = segment.data + position;
      if (position < 0 || at >= segment.end || found.elements.has(id)) continue;
      notebook.attempt(() => {
        const target = readEbmlElement(source, at, segment.end);
        if (target.id !== id) return;
        found.elements.set(id, target);
        found.parts.push(NAMES.get(id) ?? 'other');
      });
    }
  });
}

function noteInfo(notebook: Notebook, source: MediaSource, info: EbmlElement): void {
  let scale = 1_000_000;
  let duration: number | null = null;
  for (const child of ebmlChildren(source, info)) {
    if (child.id === MATROSKA.muxingApp)
      notebook.see('mkv.muxing_app', elementText(source, child), 'Info', child.offset);
    if (child.id === MATROSKA.writingApp)
      notebook.see('mkv.writing_app', elementText(source, child), 'Info', child.offset);
    const bytes = child.end - child.data <= 8 ? source.bytes(child.data, child.end - child.data, 'Info') : null;
    if (bytes === null) continue;
    if (child.id === MATROSKA.timestampScale) scale = bigEndian(bytes);
    if (child.id === MATROSKA.duration) duration = float(bytes);
  }
  if (duration === null || !Number.isFinite(duration)) return;
  notebook.clip.duration_seconds = round((duration * scale) / 1e9);
}

function noteTagElement(notebook: Notebook, source: MediaSource, tags: EbmlElement | undefined): void {
  if (tags === undefined) return;
  const sink = new MetadataSink();
  const { items } = sink.run(() => readTags({ source, sink }, tags));
  noteTags(notebook, items.slice(0, LAB_LIMITS.tags));
}

/** A file that MKVToolNix laid out and counted, under another program's name. */
function checkApps(notebook: Notebook, parts: readonly string[]): void {
  const statistics = String(notebook.values('mkv.statistics_app')[0] ?? '');
  if (!statistics.startsWith('mkvmerge')) return notebook.check('mux.apps_vs_statistics', null);
  const named = String(notebook.values('mkv.writing_app')[0] ?? '');
  // Other programs copy the statistics and lay the file out in their own way.
  const isLaidOut = parts.some((part, index) => part.startsWith('Void') && parts[index - 1] === 'Tracks');
  const isRight = named.startsWith('mkvmerge') || !isLaidOut;
  notebook.check('mux.apps_vs_statistics', isRight);
  if (!isRight) notebook.warn('mkv.apps_edited');
}
