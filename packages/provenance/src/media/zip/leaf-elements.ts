import type { XmlAttribute, XmlElement, XmlHandler } from '../xml.ts';

/** An element without elements inside, with its text. */
export interface LeafElement {
  element: XmlElement;
  text: string;
  /** The elements around it, the document's first. */
  around: readonly XmlElement[];
}

/** Hands out every element that holds only text. */
export function leafElements(found: (leaf: LeafElement) => void): XmlHandler {
  const open: { element: XmlElement; isLeaf: boolean; text: string[] }[] = [];
  return {
    open: (element) => {
      const parent = open.at(-1);
      if (parent !== undefined) parent.isLeaf = false;
      open.push({ element, isLeaf: true, text: [] });
    },
    text: (piece) => open.at(-1)?.text.push(piece),
    close: (element) => {
      const closed = open.pop();
      if (closed?.isLeaf !== true) return;
      found({ element, text: closed.text.join(''), around: open.map((level) => level.element) });
    },
  };
}

/** The value of an attribute by its local name; null when there is none. */
export function attributeOf(element: XmlElement, local: string): string | null {
  return element.attributes.find((attribute: XmlAttribute) => attribute.local === local)?.value ?? null;
}
