import type { Language } from '../../../shared/language.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { tokenize, type TokenKind } from './tokenize.ts';
import { CODE_NAMES } from './words.ts';

interface Props {
  /** Of the element that holds the code: the button copies what it holds. */
  id: string;
  code: string;
  /** Of the code, such as `sh`; empty: it is none. */
  syntax: string;
  language: Language;
  /** Above the code; null: what names it stands elsewhere. Without it, the name of its language. */
  title?: string | null;
}

/** Short, because a page of the API reference has thousands of them. */
const CLASSES: Readonly<Record<NonNullable<TokenKind>, string>> = {
  note: 'c',
  string: 's',
  name: 'n',
  keyword: 'k',
  number: 'm',
};

/** A block of code with its colours and a button that copies it, which needs `copy.js`. */
export function CodeBlock({ id, code, syntax, language, title = CODE_NAMES[syntax] ?? null }: Props) {
  return (
    <div class="code">
      <div class="code-head">
        {title === null ? null : <span class="code-title">{title}</span>}
        <CopyButton of={id} language={language} look="code-copy" />
      </div>
      <pre tabIndex={0}>
        <code id={id} class={syntax === '' ? undefined : `language-${syntax}`}>
          {tokenize(code.trimEnd(), syntax).map(({ kind, text }, at) =>
            kind === null ? (
              text
            ) : (
              <span class={CLASSES[kind]} key={at}>
                {text}
              </span>
            ),
          )}
        </code>
      </pre>
    </div>
  );
}
