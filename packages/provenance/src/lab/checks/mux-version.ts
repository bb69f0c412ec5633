import type { Notebook } from '../notebook.ts';

const LAVF = /^Lavf(\d{1,3})\.(\d{1,3})/;
/** From these versions of libavformat on, FFmpeg writes the box, and the part behind the parameter sets. */
const WRITES_BTRT = [58, 76] as const;
const WRITES_EXTENSION = [58, 45] as const;

/**
 * Whether a progressive MP4 has the structure of the FFmpeg version that its tag names. A tag that was edited, or carried over
 * from another file, has not. Says nothing of fragments, QuickTime files and other writers.
 */
export function checkMuxVersion(notebook: Notebook, { isFragmented }: { isFragmented: boolean }): void {
  const tag = LAVF.exec(String(notebook.values('tag.encoder')[0] ?? ''));
  const isQuickTime = notebook.values('ftyp.major')[0] === 'qt  ';
  if (tag === null || isFragmented || isQuickTime) return notebook.check('mux.version_vs_structure', null);
  const version = [Number(tag[1]), Number(tag[2])] as const;
  const hasBtrt = notebook.values('video.btrt')[0] === true;
  const hasExtension = notebook.values('avcc.extension')[0];
  const isRight =
    hasBtrt === isFrom(version, WRITES_BTRT) && (hasExtension !== true || isFrom(version, WRITES_EXTENSION));
  notebook.check('mux.version_vs_structure', isRight);
  if (!isRight) notebook.warn('mux.version_mismatch');
}

function isFrom([major, minor]: readonly [number, number], [since, sinceMinor]: readonly [number, number]): boolean {
  return major > since || (major === since && minor >= sinceMinor);
}
