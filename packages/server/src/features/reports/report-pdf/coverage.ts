/** Whether a font has a glyph for a character. */
export type Coverage = (codePoint: number) => boolean;

interface Group {
  first: number;
  last: number;
}

const SEGMENTED = 12;

/** Reads which characters an OpenType font has from its `cmap` table, subtable format 12, which every large font has. */
export function readCoverage(font: Buffer): Coverage {
  const table = findTable(font, 'cmap');
  const subtables = font.readUInt16BE(table + 2);
  for (let i = 0; i < subtables; i += 1) {
    const at = table + font.readUInt32BE(table + 4 + i * 8 + 4);
    if (font.readUInt16BE(at) === SEGMENTED) return searchIn(readGroups(font, at));
  }
  throw new TypeError('the font has no character map of format 12');
}

function findTable(font: Buffer, name: string): number {
  const tables = font.readUInt16BE(4);
  for (let i = 0; i < tables; i += 1) {
    const entry = 12 + i * 16;
    if (font.toString('latin1', entry, entry + 4) === name) return font.readUInt32BE(entry + 8);
  }
  throw new TypeError(`the font has no table ${name}`);
}

/** Sorted by character, as the format requires. */
function readGroups(font: Buffer, at: number): Group[] {
  return Array.from({ length: font.readUInt32BE(at + 12) }, (_, i) => {
    const group = at + 16 + i * 12;
    return { first: font.readUInt32BE(group), last: font.readUInt32BE(group + 4) };
  });
}

function searchIn(groups: readonly Group[]): Coverage {
  return (codePoint) => {
    let [low, high] = [0, groups.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const group = groups[middle];
      if (group === undefined) return false;
      if (codePoint < group.first) high = middle - 1;
      else if (codePoint > group.last) low = middle + 1;
      else return true;
    }
    return false;
  };
}
