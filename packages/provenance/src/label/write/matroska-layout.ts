import { ebmlChildren, readEbmlElement, type EbmlElement } from '../../media/ebml.ts';
import { MATROSKA } from '../../media/matroska-ids.ts';
import { segmentChildren } from '../../media/matroska-segment.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { LabelWriteError } from './writer.ts';

/** How many children of a Cluster are looked at for its position: it comes before the blocks. */
const CLUSTER_HEAD_CHILDREN = 4;

/** The one Segment of a file, with the elements in it. */
export interface MatroskaLayout {
  source: MediaSource;
  segment: EbmlElement;
  children: EbmlElement[];
}

/** @throws {LabelWriteError} several Segments, or one that is cut off */
export function readLayout(source: MediaSource): MatroskaLayout {
  const header = readEbmlElement(source, 0, source.size);
  if (header.id !== MATROSKA.ebmlHeader) throw unreadable('no EBML file');
  let segment: EbmlElement | null = null;
  for (let offset = header.end; offset < source.size;) {
    const element = readEbmlElement(source, offset, source.size);
    if (element.id === MATROSKA.segment) {
      if (segment !== null) throw unreadable('more than one Segment');
      segment = element;
    }
    offset = element.end;
  }
  if (segment === null || !segment.intact) throw unreadable('the Segment is cut off');
  const children = [...segmentChildren(source, segment)];
  const end = children.at(-1)?.end ?? segment.data;
  if (end !== segment.end || children.some(({ intact }) => !intact)) throw unreadable('an element is cut off');
  return { source, segment, children };
}

/** The Void directly after an element; undefined when something else is there. */
export function voidBehind({ children }: MatroskaLayout, element: EbmlElement): EbmlElement | undefined {
  const next = children.find(({ offset }) => offset === element.end);
  return next?.id === MATROSKA.void ? next : undefined;
}

/** Whether there is only Void between an element and the end of the Segment. */
export function isLast({ children }: MatroskaLayout, element: EbmlElement): boolean {
  return children.every(({ id, offset }) => offset <= element.offset || id === MATROSKA.void);
}

/** Whether something can follow the last element and be distinguished from it. */
export function isOpenEnded({ segment, children }: MatroskaLayout): boolean {
  return segment.size === null || children.at(-1)?.size === null;
}

/** Whether Clusters state their own position, so that none may be moved. */
export function clustersKnowTheirPlace({ source, children }: MatroskaLayout): boolean {
  return children.some((cluster) => {
    if (cluster.id !== MATROSKA.cluster) return false;
    let count = 0;
    for (const { id } of ebmlChildren(source, cluster)) {
      if (id === MATROSKA.clusterPosition) return true;
      count += 1;
      if (count === CLUSTER_HEAD_CHILDREN) return false;
    }
    return false;
  });
}

export function unreadable(why: string): LabelWriteError {
  return new LabelWriteError('media_unreadable', `Matroska: ${why}`);
}
