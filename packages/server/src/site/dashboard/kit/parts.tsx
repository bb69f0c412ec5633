import type { ComponentChildren } from 'preact';
import type { Language } from '../../../shared/language.ts';
import { When } from '../../kit/components/when.tsx';
import { StateIcon } from '../../kit/components/state-icon.tsx';
import type { Tone } from '../../../shared/statuses.ts';
import { CopyButton } from '../../kit/components/copy-button.tsx';
import { DASHBOARD } from './words.ts';

/** A status as a word with an icon. */
export function StateBadge({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return (
    <span class={`badge tone-${tone}`}>
      <StateIcon tone={tone} />
      {children}
    </span>
  );
}

/** One fact about an item of a list. */
export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function WhenOr({ at, language, otherwise }: { at: string | null; language: Language; otherwise: string }) {
  return at === null ? <span class="soft">{otherwise}</span> : <When at={at} language={language} />;
}

/** A text to copy, with a button for it where scripts run. */
export function Copyable({ id, text, language }: { id: string; text: string; language: Language }) {
  return (
    <span class="copyable">
      <code class="mono" id={id}>
        {text}
      </code>
      <CopyButton of={id} language={language} />
    </span>
  );
}

/** A command of several lines. */
export function CodeBlock({
  id,
  text,
  label,
  language,
}: {
  id: string;
  text: string;
  label: string;
  language: Language;
}) {
  return (
    <div class="command">
      <pre class="code-block" tabIndex={0} aria-label={label} role="group">
        <code id={id}>{text}</code>
      </pre>
      <CopyButton of={id} language={language} />
    </div>
  );
}

/** Shown in place of an empty list, with what to do next. */
export function Empty({ text, link }: { text: string; link?: { href: string; text: string } | undefined }) {
  return (
    <div class="empty">
      <p>{text}</p>
      {link === undefined ? null : (
        <p>
          <a href={link.href}>{link.text}</a>
        </p>
      )}
    </div>
  );
}

export interface PageOf {
  /** Counted from 1. */
  page: number;
  size: number;
  total: number;
}

/** Links to the newer and the older part of a list. */
export function Pager({
  at: { page, size, total },
  language,
  href,
}: {
  at: PageOf;
  language: Language;
  href: (page: number) => string;
}) {
  const words = DASHBOARD[language];
  const last = Math.max(1, Math.ceil(total / size));
  if (last === 1 && page === 1) return null;
  const from = (page - 1) * size + 1;
  return (
    <nav class="pager" aria-label={words.pager}>
      {page > 1 ? (
        <a class="button button-quiet button-small" href={href(Math.min(page - 1, last))} rel="prev">
          {words.newer}
        </a>
      ) : null}
      {from <= total ? <span class="soft">{words.range(from, Math.min(page * size, total), total)}</span> : null}
      {page < last ? (
        <a class="button button-quiet button-small" href={href(page + 1)} rel="next">
          {words.older}
        </a>
      ) : null}
    </nav>
  );
}

/** The word for a key, or the key itself if the table has none. */
export function wordIn(table: Readonly<Record<string, string>>, key: string): string {
  return Object.hasOwn(table, key) ? (table[key] ?? key) : key;
}
