import { concat, type Bytes } from '../bytes.ts';

/** An HTML page; `head` goes into its head, `body` into its body. */
export function buildHtml(head = '', body = '<p>Revera</p>'): Bytes {
  const start = '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Revera</title>\n';
  return concat(`${start}${head}\n</head>\n<body>\n${body}\n</body>\n</html>\n`);
}

/** A Markdown document; `front` is the content of its front matter, and without it there is none. */
export function buildMarkdown(front?: string, body = '# Revera\n\nPlain text.\n'): Bytes {
  return concat(front === undefined ? body : `---\n${front}\n---\n\n${body}`);
}

/** Plain text; `end` follows the last line. */
export function buildPlainText(end = ''): Bytes {
  return concat(`Revera test text.\nSecond line.\n${end}`);
}
