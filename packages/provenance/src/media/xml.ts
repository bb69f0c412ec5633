import { SaxesParser } from 'saxes';
import { DecodeError } from '../bytes/decode-error.ts';
import { LimitError } from '../bytes/limit-error.ts';
import { LIMITS } from '../limits.ts';

export interface XmlName {
  /** Namespace; empty when there is none. */
  uri: string;
  prefix: string;
  local: string;
}

export interface XmlAttribute extends XmlName {
  value: string;
}

export interface XmlElement extends XmlName {
  attributes: XmlAttribute[];
  /** The document's element has 1. */
  depth: number;
}

export interface XmlHandler {
  open?(element: XmlElement): void;
  close?(element: XmlElement): void;
  /** Text and CDATA, in pieces, entities resolved. */
  text?(text: string): void;
}

/**
 * Reads a well-formed XML document with namespaces. No entity is ever expanded but XML's own five and character
 * references; a document type with an internal subset is refused, so that there is nothing to expand.
 *
 * @throws {DecodeError} not well-formed, or an internal subset
 * @throws {LimitError} too deep, or too many elements
 */
export function readXml(text: string, { what, offset }: { what: string; offset: number }, handler: XmlHandler): void {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const open: XmlElement[] = [];
  let nodes = 0;
  // Counted as they come: by the time the parser reports an element, it has built all its attributes.
  const count = (): void => {
    nodes += 1;
    if (nodes > LIMITS.xmlNodes) throw new LimitError(what, offset);
  };
  parser.on('error', (error) => {
    throw new DecodeError(`${what}: not well-formed XML`, offset, { cause: error });
  });
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) throw new DecodeError(`${what}: a document type with declarations`, offset);
  });
  parser.on('attribute', count);
  parser.on('opentag', (tag) => {
    count();
    if (open.length >= LIMITS.xmlDepth) throw new LimitError(what, offset);
    const attributes = Object.values(tag.attributes).map(({ uri, prefix, local, value }) => ({
      uri,
      prefix,
      local,
      value,
    }));
    const { uri, prefix, local } = tag;
    const element = { uri, prefix, local, attributes, depth: open.length + 1 };
    open.push(element);
    handler.open?.(element);
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (element !== undefined) handler.close?.(element);
  });
  parser.on('text', (piece) => handler.text?.(piece));
  parser.on('cdata', (piece) => handler.text?.(piece));
  parser.write(text).close();
}
