import { attributeOf, leafElements } from './leaf-elements.ts';
import type { PartReader } from './part-reader.ts';

export const ODF_META = 'meta.xml';
export const ODF_MANIFEST = 'META-INF/manifest.xml';

/** The metadata of an OpenDocument file (OpenDocument 1.3 part 3, §4.3). */
export function readOdf(parts: PartReader): void {
  if (isEncrypted(parts)) {
    parts.sink.problem('encrypted', ODF_META, parts.source.fileOffset(0));
    return;
  }
  parts.readXml(ODF_META, ODF_META, (data) =>
    leafElements(({ element, text }) => {
      if (element.depth !== 3) return;
      const key = element.local === 'user-defined' ? attributeOf(element, 'name') : element.local;
      if (key !== null) parts.add(ODF_META, key, text, data);
    }),
  );
}

/** With a password the parts are encrypted one by one, or the whole package inside one entry (part 2, §4.8). */
function isEncrypted(parts: PartReader): boolean {
  let entry: string | null = null;
  let found = false;
  parts.readXml(ODF_MANIFEST, ODF_MANIFEST, () => ({
    open: (element) => {
      if (element.local === 'file-entry') entry = attributeOf(element, 'full-path');
      if (element.local === 'encryption-data' && (entry === ODF_META || entry === 'encrypted-package')) found = true;
    },
  }));
  return found;
}
