import type { Language } from '../../../shared/language.ts';
import { ScrollTable } from '../../kit/components/scroll-table.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import { STATUS_PAGE } from '../../status/words.ts';
import type { ChangeRow, EntryRow } from './rows.ts';
import { ADMIN_TRUST } from './words.ts';

interface Props {
  change: ChangeRow;
  language: Language;
}

/** One version of a list: what it added to the one before, and what it removed. */
export function Change({ change, language }: Props) {
  const words = ADMIN_TRUST[language];
  const { list, at, source, sha256, added, removed } = change;
  const name = STATUS_PAGE[language].trust.names[list];
  return (
    <li class="record">
      <div class="record-head">
        <div class="record-title">{name}</div>
        <p class="badges">
          <span class="badge">{words.added(added.length)}</span>
          <span class="badge">{words.removed(removed.length)}</span>
        </p>
      </div>
      <p class="soft">
        <When at={at} language={language} /> · <ShownText text={source} /> · {words.version}{' '}
        <code>{sha256.slice(0, 12)}</code>
      </p>
      {([words.added, removed.length === 0 ? null : words.removed] as const).map((title, side) => {
        const entries = side === 0 ? added : removed;
        if (title === null || entries.length === 0) return null;
        return (
          <details key={side}>
            <summary>{title(entries.length)}</summary>
            <Entries
              entries={entries}
              label={`${name}, ${at}: ${title(entries.length)}`}
              isProducts={list === 'c2pa_products'}
              language={language}
            />
          </details>
        );
      })}
    </li>
  );
}

interface EntriesProps {
  entries: readonly EntryRow[];
  label: string;
  isProducts: boolean;
  language: Language;
}

function Entries({ entries, label, isProducts, language }: EntriesProps) {
  const words = ADMIN_TRUST[language];
  return (
    <ScrollTable label={label}>
      <thead>
        <tr>
          <th scope="col">{isProducts ? words.product : words.subject}</th>
          <th scope="col">{isProducts ? words.organization : words.valid}</th>
          <th scope="col">{isProducts ? words.record : words.fingerprint}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, subject, about }) => (
          <tr key={id}>
            <th scope="row">
              <ShownText text={subject} />
            </th>
            <td>
              <ShownText text={about} />
            </td>
            <td>
              <code>
                <ShownText text={id} />
              </code>
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
