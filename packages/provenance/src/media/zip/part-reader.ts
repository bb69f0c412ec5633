import { LimitError } from '../../bytes/limit-error.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../media-source.ts';
import type { MetadataSink } from '../metadata-sink.ts';
import { decodeXmlText } from '../text-decoding.ts';
import { readXml, type XmlHandler } from '../xml.ts';
import { isEncrypted, isReadable, readZipEntry, type ZipArchive, type ZipData, type ZipEntry } from './zip.ts';

/** How many entries of one name are read: other readers differ in which one they take. */
const TWINS = 4;

/** The parts of a document in a ZIP file, found by name without regard to case (ECMA-376 part 2, §6.2.2). */
export class PartReader {
  readonly source: MediaSource;
  readonly sink: MetadataSink;
  readonly #entries = new Map<string, ZipEntry[]>();
  #xmlBytes = 0;

  constructor(source: MediaSource, sink: MetadataSink, { entries }: ZipArchive) {
    this.source = source;
    this.sink = sink;
    for (const entry of entries) {
      const name = partName(entry.name);
      const twins = this.#entries.get(name);
      if (twins === undefined) this.#entries.set(name, [entry]);
      else twins.push(entry);
    }
  }

  has(name: string): boolean {
    return this.#entries.has(partName(name));
  }

  /** Every entry of the name that can be read. What cannot be is a problem. */
  read(name: string): ZipData[] {
    const { source, sink } = this;
    const twins = this.#entries.get(partName(name)) ?? [];
    if (twins.length > TWINS) sink.problem('limit', 'ZIP entries of one name', source.fileOffset(0));
    return twins.slice(0, TWINS).flatMap((entry) => {
      const found: ZipData[] = [];
      const at = source.fileOffset(entry.recordOffset);
      if (isEncrypted(entry)) sink.problem('encrypted', 'ZIP entry', at);
      else if (!isReadable(entry)) sink.problem('unsupported', 'ZIP compression', at);
      else sink.attempt(() => found.push(readZipEntry(source, entry)));
      return found;
    });
  }

  /** Reads the parts of the name as XML, each with a handler of its own; one that is damaged is a problem. */
  readXml(name: string, what: string, handlerFor: (data: ZipData) => XmlHandler): void {
    for (const data of this.read(name)) {
      const offset = this.source.fileOffset(data.offset);
      this.sink.attempt(() => {
        // Little compressed text is much to parse; the parser takes longer for it than all else together.
        this.#xmlBytes += data.bytes.length;
        if (this.#xmlBytes > LIMITS.xmlZipPartsBytes) throw new LimitError(what, offset);
        readXml(decodeXmlText(data.bytes), { what, offset }, handlerFor(data));
      });
    }
  }

  /** One value from an XML part, located by the part's place in the file. */
  add(path: string, key: string, text: string, data: ZipData): void {
    const { offset, length, intact } = data;
    const bytes = new TextEncoder().encode(text);
    const at = this.source.fileOffset(offset);
    this.sink.add({ kind: 'entry', path, key, offset: at, length, bytes, encoding: 'utf-8', intact });
  }
}

function partName(name: string): string {
  return name.replace(/^\/+/, '').toLowerCase();
}
