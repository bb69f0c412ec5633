import { noteSettings } from '../encoders/note-settings.ts';
import type { VideoStream } from '../encoders/video-stream.ts';
import type { LabCheckId } from '../facts.ts';
import type { Notebook } from '../notebook.ts';
import { pictureSetRows, sequenceSetRows, type Answer } from './x264-rows.ts';

/** Notes a stream's settings, and checks them against its own parameter sets; for containers without tables of samples. */
export function checkStream(
  notebook: Notebook,
  stream: VideoStream,
  further: readonly (readonly [LabCheckId, Answer])[] = [],
): void {
  noteSettings(notebook, stream);
  const { settings, sps, pps } = stream;
  if (settings === null || settings.options.size === 0 || sps === null || pps === null) return;
  const rows = [...pictureSetRows(settings, pps), ...sequenceSetRows(settings, sps, pps), ...further];
  for (const [id, answer] of rows) notebook.check(id, answer);
  if (rows.some(([, answer]) => answer === false)) notebook.warn('settings_contradicted');
}
