import type { Box } from '../../media/bmff/boxes.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { LAB_LIMITS } from '../limits.ts';
import type { Notebook } from '../notebook.ts';
import { noteDates } from './dates.ts';
import { readLayout, safeType } from './layout.ts';
import { listBoxes } from './list-boxes.ts';
import { readMovieTags } from './movie-tags.ts';
import { round } from '../round.ts';
import { noteSound } from './sound.ts';
import { salvage } from './salvage.ts';
import { readTopBoxes } from './top-boxes.ts';
import { readDatedHead } from './track-head.ts';
import { readTrack, type Track } from './track.ts';
import { readPicture } from './picture.ts';

/** MP4, MOV and fragments of them. Returns false when there is no video in it. */
export function readBmffClip(notebook: Notebook, source: MediaSource): boolean {
  notebook.clip.container = 'isobmff';
  notebook.see('container', 'isobmff', 'file', 0);
  const top = readLayout(notebook, source);
  readTopBoxes(notebook, source, top);
  const movie = top.find(({ type }) => type === 'moov');
  if (movie === undefined) {
    notebook.partial('index_missing');
    const data = top.find(({ type }) => type === 'mdat');
    if (data !== undefined)
      salvage(notebook, source, { offset: data.contentStart, size: data.end - data.contentStart });
    return data !== undefined;
  }
  return readMovie(notebook, source, movie, top);
}

function readMovie(notebook: Notebook, source: MediaSource, movie: Box, top: readonly Box[]): boolean {
  const children = listBoxes(notebook, source, movie);
  const names = children.slice(0, LAB_LIMITS.childNames).map(({ type }) => safeType(type));
  notebook.see('moov.children', names.join(','), 'moov', movie.start);
  const tracks: Track[] = [];
  for (const box of children.filter(({ type }) => type === 'trak').slice(0, LAB_LIMITS.tracks)) {
    notebook.attempt(() => tracks.push(readTrack(notebook, source, box)));
  }
  const isFragmented = children.some(({ type }) => type === 'mvex');
  if (isFragmented) notebook.see('fragmented', true, 'moov/mvex', movie.start);
  notebook.attempt(() => noteHead(notebook, source, children, tracks));
  notebook.attempt(() => readMovieTags(notebook, source, children));
  noteTracks(notebook, tracks);
  const sound = tracks.find(({ handlerType }) => handlerType === 'soun');
  notebook.see('audio.present', sound !== undefined, 'moov');
  if (sound !== undefined) notebook.attempt(() => noteSound(notebook, source, sound));
  const picture = chooseVideo(source, tracks);
  if (picture === null) {
    notebook.warn('no_video_track');
    return false;
  }
  notebook.attempt(() => readPicture(notebook, source, { track: picture, top, isFragmented }));
  return true;
}

function noteHead(notebook: Notebook, source: MediaSource, children: readonly Box[], tracks: readonly Track[]): void {
  const box = children.find(({ type }) => type === 'mvhd');
  if (box === undefined) return;
  const head = readDatedHead(source, box);
  notebook.see('mvhd.timescale', head.id, 'moov/mvhd', box.start);
  if (head.id > 0 && head.duration > 0) notebook.clip.duration_seconds = round(head.duration / head.id);
  noteDates(notebook, { ...head, offset: box.start }, tracks);
}

/** What the tracks tell besides their own content: which comes first, and Apple's timed metadata. */
function noteTracks(notebook: Notebook, tracks: readonly Track[]): void {
  const first = tracks.find(({ handlerType }) => handlerType === 'vide' || handlerType === 'soun');
  if (first !== undefined) notebook.see('track.first', first.handlerType === 'vide' ? 'video' : 'audio', 'moov/trak');
  for (const { entry, name, handlerType } of tracks) {
    if (entry === null && handlerType === 'meta') notebook.see('track.mebx', true, 'moov/trak');
    if (name !== null && handlerType === 'soun') notebook.see('audio.name', name, 'moov/trak/udta/name');
  }
}

const STILL_CODECS = new Set(['jpeg', 'mjpa', 'mjpb', 'png ']);

/** The enabled video track with the most samples; a cover picture may have a track of its own. */
function chooseVideo(source: MediaSource, tracks: readonly Track[]): Track | null {
  const videos = tracks.filter(({ handlerType }) => handlerType === 'vide');
  const rank = ({ entry, flags, tableBoxes, duration }: Track): number => {
    const sizes = tableBoxes.find(({ type }) => type === 'stsz');
    const bytes = sizes === undefined ? 0 : sizes.end - sizes.start;
    const isStill = entry !== null && STILL_CODECS.has(entry.codec);
    return (isStill ? 0 : 4) * source.size + ((flags & 1) === 0 ? 0 : 2) * source.size + bytes + (duration > 0 ? 1 : 0);
  };
  return videos.toSorted((one, other) => rank(other) - rank(one))[0] ?? null;
}
