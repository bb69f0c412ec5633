import { attributeOf, leafElements, type LeafElement } from './leaf-elements.ts';
import type { PartReader } from './part-reader.ts';

export const EPUB_CONTAINER = 'META-INF/container.xml';

const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/';
/** Renditions of one book. */
const PACKAGES = 4;

/** The metadata of an EPUB's package documents (EPUB 3.3, §4.2 and §5.5; the `name` form is that of EPUB 2). */
export function readEpub(parts: PartReader): void {
  const packages = new Set<string>();
  parts.readXml(EPUB_CONTAINER, EPUB_CONTAINER, () => ({
    open: (element) => {
      const path = element.local === 'rootfile' ? attributeOf(element, 'full-path') : null;
      if (path !== null) packages.add(path);
    },
  }));
  for (const name of [...packages].slice(0, PACKAGES)) {
    parts.readXml(name, 'OPF', (data) =>
      leafElements((leaf) => {
        const found = metadataOf(leaf);
        if (found !== null) parts.add(found.path, found.key, found.text, data);
      }),
    );
  }
}

function metadataOf({ element, text, around }: LeafElement): { path: string; key: string; text: string } | null {
  if (!around.some((level) => level.local === 'metadata')) return null;
  if (element.uri === DUBLIN_CORE) return { path: 'OPF/dc', key: element.local, text };
  if (element.local !== 'meta') return null;
  const name = attributeOf(element, 'name');
  if (name !== null) return { path: 'OPF/meta', key: name, text: attributeOf(element, 'content') ?? text };
  const property = attributeOf(element, 'property');
  return property === null ? null : { path: 'OPF/meta', key: property, text };
}
