import { createHash } from 'node:crypto';

/** Markup that is safe to send: only `html` makes it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

type Piece = string | Markup | null | readonly Markup[];

/** A piece of a page. Every inserted text is escaped; null inserts nothing. */
export function html(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(parts.map((part, at) => part + render(pieces[at] ?? null)).join(''));
}

function render(piece: Piece): string {
  if (piece === null) return '';
  if (piece instanceof Markup) return piece.text;
  if (typeof piece === 'string') return escapeText(piece);
  return piece.map(({ text }) => text).join('');
}

/** For the text of an element or a quoted value, of HTML and of XML. */
export function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/**
 * The only style sheet of a page, inlined, with the policy that allows it and nothing else: no script, no other source, no frame.
 */
export function inlineStyle(css: string): { element: Markup; contentSecurityPolicy: string } {
  const digest = createHash('sha256').update(css).digest('base64');
  return {
    // The digest covers exactly the text between the tags.
    element: new Markup(`<style>${css}</style>`),
    contentSecurityPolicy: `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
}
