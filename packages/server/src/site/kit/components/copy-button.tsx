import type { Language } from '../../../shared/language.ts';
import { SITE } from '../words/site.ts';

interface Props {
  /** `id` of the element whose text is copied. */
  of: string;
  language: Language;
  /** By default the word for copying. */
  label?: string;
  look?: string;
}

/** Copies a text, or selects it where the browser lets no page copy. Needs `copy.js`, and is hidden without it. */
export function CopyButton({ of, language, label, look = 'button button-quiet button-small' }: Props) {
  const { copy, copied, selected } = SITE[language];
  return (
    <button type="button" class={look} hidden data-copy={of} data-done={copied} data-selected={selected}>
      {label ?? copy}
    </button>
  );
}

interface CopyableProps extends Pick<Props, 'language' | 'label'> {
  id: string;
  text: string;
  /** Whether the page is a saved file, where no script runs. */
  isFile?: boolean;
}

/** A short text with a button that copies it. */
export function Copyable({ id, text, isFile = false, ...button }: CopyableProps) {
  return (
    <span class="copyable">
      <code id={id}>{text}</code>
      {isFile ? null : <CopyButton of={id} {...button} />}
    </span>
  );
}
