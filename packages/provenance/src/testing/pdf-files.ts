import { be32, be16, concat, type Bytes, type Part } from '@revera/testkit';
import { deflateSync } from 'node:zlib';

interface Placed {
  offset: number;
  generation: number;
}

/** Writes PDF files for tests: objects, then a cross-reference of either form; `continueFrom` adds a revision. */
export class PdfBuilder {
  #bytes: Bytes;
  readonly #placed = new Map<number, Placed>();
  readonly #packed = new Map<number, { stream: number; index: number }>();

  constructor(start: Part = '%PDF-1.7\n%\u00e2\u00e3\n') {
    this.#bytes = concat(start);
  }

  get length(): number {
    return this.#bytes.length;
  }

  get bytes(): Bytes {
    return this.#bytes;
  }

  raw(part: Part): this {
    this.#bytes = concat(this.#bytes, part);
    return this;
  }

  object(number: number, body: Part, generation = 0): this {
    this.#placed.set(number, { offset: this.#bytes.length, generation });
    return this.raw(concat(`${number} ${generation} obj\n`, body, '\nendobj\n'));
  }

  stream(number: number, entries: string, data: Uint8Array, length: number | string = data.length): this {
    return this.object(number, concat(`<< ${entries} /Length ${length} >>\nstream\n`, data, '\nendstream'));
  }

  flate(number: number, entries: string, data: Part): this {
    return this.stream(number, `${entries} /Filter /FlateDecode`, deflateSync(concat(data)));
  }

  /** An object stream of these objects, in this order. */
  packed(number: number, objects: Record<number, string>, seal = (data: Uint8Array): Uint8Array => data): this {
    const entries = Object.entries(objects);
    let [head, body] = ['', ''];
    for (const [index, [inner, text]] of entries.entries()) {
      head += `${inner} ${body.length} `;
      body += `${text} `;
      this.#packed.set(Number(inner), { stream: number, index });
    }
    const dictionary = `/Type /ObjStm /N ${entries.length} /First ${head.length} /Filter /FlateDecode`;
    return this.stream(number, dictionary, seal(deflateSync(concat(head, body))));
  }

  /** Ends the revision with a classic table of one subsection for each object. */
  table(trailer: string): Bytes {
    const start = this.#bytes.length;
    const size = Math.max(...this.#placed.keys()) + 1;
    let table = 'xref\n0 1\n0000000000 65535 f \n';
    for (const [number, { offset, generation }] of this.#placed) {
      table += `${number} 1\n${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`;
    }
    this.#placed.clear();
    this.raw(`${table}trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${start}\n%%EOF\n`);
    return this.#bytes;
  }

  /** Ends the revision with a cross-reference stream; `hasPredictor` as most writers do. */
  xrefStream(number: number, trailer: string, { hasPredictor = true } = {}): Bytes {
    const start = this.#bytes.length;
    this.#placed.set(number, { offset: start, generation: 0 });
    const rows = new Map<number, Bytes>();
    for (const [inner, { offset, generation }] of this.#placed) {
      rows.set(inner, concat([1], be32(offset), be16(generation)));
    }
    for (const [inner, { stream, index }] of this.#packed) rows.set(inner, concat([2], be32(stream), be16(index)));
    const sorted = [...rows].toSorted(([one], [other]) => one - other);
    const index = sorted.map(([inner]) => `${inner} 1`).join(' ');
    const plain = sorted.map(([, row]) => row);
    const data = deflateSync(hasPredictor ? withUpPredictor(plain) : concat(...plain));
    const parameters = hasPredictor ? '/DecodeParms << /Columns 7 /Predictor 12 >>' : '';
    const size = Math.max(...rows.keys()) + 1;
    this.stream(
      number,
      `/Type /XRef /W [1 4 2] /Index [${index}] /Size ${size} /Filter /FlateDecode ${parameters} ${trailer}`,
      data,
    );
    this.#placed.clear();
    this.#packed.clear();
    return this.raw(`startxref\n${start}\n%%EOF\n`).#bytes;
  }
}

function withUpPredictor(rows: Bytes[]): Bytes {
  return concat(
    ...rows.map((row, index) => {
      const above = rows[index - 1];
      return concat(
        [2],
        row.map((byte, column) => (byte - (above?.[column] ?? 0)) & 0xff),
      );
    }),
  );
}

/** Catalog and one empty page as objects 1 to 3. */
export function withPage(builder: PdfBuilder, catalog = ''): PdfBuilder {
  return builder
    .object(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`)
    .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
    .object(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] >>');
}

export const PDF_LABEL = '{"Label":"1","ContentProducer":"001191110102MACQD9K64010000","ProduceID":"cc75f5e9"}';

export const PDF_XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>';

/** Classic table, /Info with a literal string, XMP without a filter. */
export function classicPdf(info = `/Title (A \\(b\\) \\101) /AIGC (${PDF_LABEL})`): Bytes {
  return withPage(new PdfBuilder(), '/Metadata 5 0 R')
    .object(4, `<< ${info} >>`)
    .stream(5, '/Type /Metadata /Subtype /XML', new TextEncoder().encode(PDF_XMP))
    .table('/Root 1 0 R /Info 4 0 R /ID [<00> <01>]');
}

/** Cross-reference stream, /Info inside an object stream, compressed XMP. */
export function modernPdf(info = `/Title (A) /AIGC (${PDF_LABEL})`, options: { hasPredictor?: boolean } = {}): Bytes {
  return new PdfBuilder()
    .packed(6, {
      1: '<< /Type /Catalog /Pages 2 0 R /Metadata 5 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] >>',
      4: `<< ${info} >>`,
    })
    .flate(5, '/Type /Metadata /Subtype /XML', PDF_XMP)
    .xrefStream(7, '/Root 1 0 R /Info 4 0 R /ID [<00> <01>]', options);
}
