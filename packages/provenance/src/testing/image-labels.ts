import { bufferSource } from '../bytes/random-access.ts';
import { DecodeError } from '../bytes/decode-error.ts';
import { applySplices } from '../label/write/splice.ts';
import { LabelWriteError, type LabelTest, type LabelWriter } from '../label/write/writer.ts';
import { MediaSource } from '../media/media-source.ts';
import { decodeItemText } from '../media/text-decoding.ts';
import { readXmpProperties, type XmpProperty } from '../media/xmp.ts';
import { readItems, type MetadataReader } from './read-media.ts';

export const TC260_URI = 'http://www.tc260.org.cn/ns/AIGC/1.0/';
export const LABEL = labelJson('cc75f5e99aae4210960acb722f10974e');
export const OTHER_LABEL = labelJson('an-older-number');
/** An XMP packet as other programs write it, with a title that has to stay. */
export const FOREIGN_XMP =
  '<?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">\n' +
  ' <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n  <!-- kept -->\n' +
  '  <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmpNote="http://ns.adobe.com/xmp/note/"' +
  ' xmpNote:Mark = \'A&#x42;\'>\n   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Ä title &amp; more</rdf:li></rdf:Alt></dc:title>\n' +
  '  </rdf:Description>\n </rdf:RDF>\n</x:xmpmeta>\n<?xpacket end="r"?>';

export function labelJson(produceId: string): string {
  const code = '001191110102MACQD9K64010000';
  return JSON.stringify({
    Label: '1',
    ContentProducer: code,
    ProduceID: produceId,
    ReservedCode1: '',
    ContentPropagator: code,
    PropagateID: produceId,
    ReservedCode2: '',
  });
}

export const isLabel: LabelTest = (bytes, encoding) => {
  const text = decodeItemText(bytes, encoding);
  return text.includes('{') && text.includes('"ContentProducer"');
};

/** The file with the label, as the writer plans it. */
export function writeLabel(writer: LabelWriter, file: Uint8Array, json = LABEL): Uint8Array {
  return applySplices(file, writer(MediaSource.of(bufferSource(file)), json, isLabel).splices);
}

/** Everything in the file that is a label: XMP properties by their name, other texts by what they hold. */
export function labelsIn(reader: MetadataReader, file: Uint8Array): { path: string; value: string }[] {
  const { items, problems } = readItems(reader, file);
  if (problems.length > 0) throw new Error(`the reader finds ${problems.map(({ what }) => what).join(', ')}`);
  return items.flatMap(({ kind, path, bytes, encoding, offset }) => {
    if (kind === 'xmp') {
      const named = xmpProperties(bytes, offset).filter(({ local }) => local.toUpperCase() === 'AIGC');
      return named.map(({ value }) => ({ path, value }));
    }
    return kind !== 'exif' && isLabel(bytes, encoding) ? [{ path, value: decodeItemText(bytes, encoding) }] : [];
  });
}

export function xmpProperties(packet: Uint8Array, offset = 0): XmpProperty[] {
  return readXmpProperties(packet, { what: 'XMP', offset });
}

/** Whether a writer takes a damaged file or refuses it, as it may; every other error comes through. */
export function isRefused(writer: LabelWriter, file: Uint8Array): boolean {
  try {
    writeLabel(writer, file);
    return false;
  } catch (error) {
    if (error instanceof DecodeError || error instanceof LabelWriteError) return true;
    throw error;
  }
}
