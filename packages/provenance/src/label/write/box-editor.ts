import type { Box } from '../../media/bmff/boxes.ts';
import { bigEndianBytes } from './number-bytes.ts';
import type { BoxNode } from './box-tree.ts';
import { shiftedOffset, sortSplices, type Splice } from './splice.ts';

/** The position in the result of a byte of the original. */
export type Shift = (offset: number) => number;

interface Change {
  offset: number;
  removed: number;
  /** Size of the insertion; its bytes may contain offsets, which are known only once all changes are. */
  length: number;
  make: (shift: Shift) => Uint8Array;
}

/** Collects changes of a file of boxes and keeps the lengths of the boxes around them right. */
export class BoxEditor {
  readonly #changes: Change[] = [];
  readonly #growth = new Map<number, { box: Box; bytes: number }>();

  /** `inside`: the innermost box that stays and holds the change; null at the top of the file. */
  replace(inside: BoxNode | null, { offset, removed, inserted }: Splice): void {
    this.replaceLater(inside, { offset, removed, length: inserted.length, make: () => inserted });
  }

  replaceLater(inside: BoxNode | null, change: Change): void {
    this.#changes.push(change);
    for (let box = inside; box !== null; box = box.parent) {
      const bytes = (this.#growth.get(box.start)?.bytes ?? 0) + change.length - change.removed;
      this.#growth.set(box.start, { box, bytes });
    }
  }

  /** Removes a box. */
  remove(box: BoxNode): void {
    this.replace(box.parent, { offset: box.start, removed: box.end - box.start, inserted: new Uint8Array(0) });
  }

  /** Whether a change replaces any of these bytes already. */
  touches(offset: number, length: number): boolean {
    return this.#changes.some((change) => change.offset < offset + length && offset < change.offset + change.removed);
  }

  /** The first byte of the original that moves; infinity when none does. */
  get firstMove(): number {
    return this.#moves().reduce((first, { offset }) => Math.min(first, offset), Infinity);
  }

  /**
   * @throws {LabelWriteError} a number is too large for its field, or structures of the file overlap
   */
  finish(): Splice[] {
    const moves = this.#moves();
    const shift: Shift = (offset) => shiftedOffset(moves, offset);
    const splices = this.#changes.map(({ offset, removed, make }) => ({ offset, removed, inserted: make(shift) }));
    // After the insertions, which may come right before a box whose length changes.
    return sortSplices([...splices, ...this.#lengths()]);
  }

  /** The changes that move what follows them; those that keep the length would only cost time. */
  #moves(): Splice[] {
    const moves = this.#changes.filter(({ removed, length }) => removed !== length);
    return sortSplices(
      moves.map(({ offset, removed, length }) => ({ offset, removed, inserted: new Uint8Array(length) })),
    );
  }

  #lengths(): Splice[] {
    return Array.from(this.#growth.values(), ({ box, bytes }) => lengthField(box, bytes)).filter(
      (field) => field !== null,
    );
  }
}

function lengthField({ start, end, lengthForm }: Box, growth: number): Splice | null {
  if (growth === 0 || lengthForm === 'open') return null;
  const [offset, width] = lengthForm === 'u64' ? [start + 8, 8] : [start, 4];
  return { offset, removed: width, inserted: Uint8Array.from(bigEndianBytes(end - start + growth, width)) };
}
