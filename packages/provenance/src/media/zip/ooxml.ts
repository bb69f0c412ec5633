import { attributeOf, leafElements, type LeafElement } from './leaf-elements.ts';
import type { PartReader } from './part-reader.ts';

/** The parts of properties: their usual place, which is also their path, and how relationships name them. */
export const OOXML_PROPERTIES = [
  { path: 'docProps/custom.xml', relationship: '/custom-properties' },
  { path: 'docProps/app.xml', relationship: '/extended-properties' },
  { path: 'docProps/core.xml', relationship: '/core-properties' },
] as const;

export const CUSTOM_PROPERTIES = OOXML_PROPERTIES[0];
export const ROOT_RELATIONSHIPS = '_rels/.rels';
export const CONTENT_TYPES = '[Content_Types].xml';

/** Parts of one kind that are read; a package has one of each. */
const PARTS = 4;

/** The custom, extended and core properties of an Office Open XML file (ECMA-376 part 1, §22.2 and §22.3; part 2, §8). */
export function readOoxml(parts: PartReader): void {
  const targets = relationshipTargets(parts);
  for (const { path, relationship } of OOXML_PROPERTIES) {
    // The package may keep the part elsewhere; one at the usual place counts even when nothing leads there.
    const names = new Set([path.toLowerCase()]);
    for (const { type, target } of targets) if (type.endsWith(relationship)) names.add(target.toLowerCase());
    for (const name of [...names].slice(0, PARTS)) readProperties(parts, name, path);
  }
}

function readProperties(parts: PartReader, name: string, path: string): void {
  parts.readXml(name, path, (data) =>
    leafElements((leaf) => {
      const key = path === CUSTOM_PROPERTIES.path ? customName(leaf) : simpleName(leaf);
      if (key !== null) parts.add(path, key, leaf.text, data);
    }),
  );
}

/** `<property name="…"><vt:lpwstr>…</vt:lpwstr></property>`: a value of any type directly inside. */
function customName({ around }: LeafElement): string | null {
  const property = around.at(-1);
  return property?.local === 'property' ? attributeOf(property, 'name') : null;
}

function simpleName({ element }: LeafElement): string | null {
  return element.depth === 2 ? element.local : null;
}

/** Where the relationships of the package lead. */
function relationshipTargets(parts: PartReader): { type: string; target: string }[] {
  const targets: { type: string; target: string }[] = [];
  parts.readXml(ROOT_RELATIONSHIPS, ROOT_RELATIONSHIPS, () => ({
    open: (element) => {
      const [type, target] = [attributeOf(element, 'Type'), attributeOf(element, 'Target')];
      if (type !== null && target !== null) targets.push({ type, target: target.replace(/^(?:\.?\/)+/, '') });
    },
  }));
  return targets;
}
