import type { Notebook } from '../notebook.ts';
import { isX264Like, type VideoStream } from './video-stream.ts';
import { numberOption, presetOf } from './x264-settings.ts';

const PATH = 'encoder settings';

/** Facts that follow from the settings and the parameter sets of a stream together. */
export function noteSettings(notebook: Notebook, stream: VideoStream): void {
  const { settings } = stream;
  const isLike = isX264Like(stream);
  if (stream.sps !== null) {
    notebook.see('sps.family', isLike === null ? 'unknown' : isLike ? 'x264-like' : 'other', 'parameter sets');
  }
  if (settings === null) return;
  notebook.see('x264.settings', settings.options.size > 0, PATH);
  if (settings.core !== null) notebook.see('x264.core', settings.core, PATH);
  const crf = numberOption(settings, 'crf');
  if (crf !== null) notebook.see('x264.crf', crf, PATH);
  const threads = numberOption(settings, 'threads');
  if (threads !== null) notebook.see('x264.threads', threads, PATH);
  const rc = settings.options.get('rc');
  if (rc !== undefined) notebook.see('x264.rc', rc, PATH);
  const preset = settings.options.size > 0 ? presetOf(settings) : null;
  if (preset !== null) notebook.see('x264.preset', preset, PATH);
}
