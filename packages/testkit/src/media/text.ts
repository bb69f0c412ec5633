import { concat, type Bytes } from '../bytes.ts';
import { missingBytes, type SizeOption } from './padding.ts';

/** A drawing of one rectangle; `sizeBytes` is reached with a comment. */
export function buildSvg(options: SizeOption = {}): Bytes {
  const head =
    '<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16">';
  const tail = '<rect width="16" height="16" fill="#808080"/></svg>\n';
  return concat(head, filler('<!--', '-->', missingBytes(options, head.length + tail.length)), tail);
}

/** One empty page with a right cross-reference table; `sizeBytes` is reached with a comment line. */
export function buildPdf(options: SizeOption = {}): Bytes {
  const smallest = pdf('');
  return concat(pdf(filler('%', '\n', missingBytes(options, smallest.length))));
}

function pdf(comment: string): string {
  const objects = [
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n',
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n',
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] >>\nendobj\n',
  ];
  let body = '%PDF-1.7\n';
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const object of objects) {
    table += `${String(body.length).padStart(10, '0')} 00000 n \n`;
    body += object;
  }
  // Always ten digits, so that the comment's length changes nothing else.
  const tableOffset = String(body.length + comment.length).padStart(10, '0');
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${tableOffset}\n%%EOF\n`;
  return body + comment + table + trailer;
}

function filler(open: string, close: string, bytes: number): string {
  if (bytes === 0) return '';
  const content = bytes - open.length - close.length;
  if (content < 0) throw new RangeError(`${bytes} bytes are missing, a comment takes at least ${bytes - content}`);
  return open + 'P'.repeat(content) + close;
}
