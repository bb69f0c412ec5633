import type { ComponentChildren } from 'preact';
import type { FormState } from '../../kit/components/form.tsx';
import { Document } from '../../kit/document.tsx';
import type { Shell } from '../../kit/shell.ts';
import { FORM_WORDS } from '../../kit/words/form.ts';

/** What the account pages have in common. */
export interface AccountPageProps {
  shell: Shell;
  /** Path below the language, with the query: switching the language must not lose a token. */
  path: string;
  /** Where the forms are sent. */
  action: string;
  /** The token that forms carry while somebody is signed in. */
  csrf: string | null;
}

interface Props extends Pick<AccountPageProps, 'shell' | 'path'> {
  title: string;
  description: string;
  state?: FormState;
  scripts?: readonly string[];
  children: ComponentChildren;
}

/** A narrow page with one thing to do. */
export function AccountDocument({ shell, path, title, description, state, scripts = [], children }: Props) {
  const isWrong = (state?.problems.length ?? 0) > 0;
  const prefix = isWrong ? FORM_WORDS[shell.language].titlePrefix : '';
  return (
    <Document shell={shell} head={{ title: prefix + title, description, path, isPublic: false, scripts }}>
      <div class="account">
        <h1>{title}</h1>
        {children}
      </div>
    </Document>
  );
}
