import type { Language } from '../../../shared/language.ts';
import { ScrollTable } from '../../kit/components/scroll-table.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { USAGE } from './words.ts';
import { formatNumber } from '../../kit/format-number.ts';

export interface KeyRow {
  /** Null: the members in the browser. */
  readonly id: string | null;
  /** Null: a key that no longer exists. */
  readonly name: string | null;
  readonly live: number;
  readonly sandbox: number;
  readonly failed: number;
}

interface Props {
  keys: { readonly rows: readonly KeyRow[]; readonly total: number };
  language: Language;
}

/** Which keys did most. */
export function Keys({ keys: { rows, total }, language }: Props) {
  const words = USAGE[language];
  const number = (value: number) => formatNumber(value, language);
  return (
    <section aria-labelledby="usage-keys">
      <h2 id="usage-keys">{words.keys}</h2>
      <ScrollTable label={words.keysTable}>
        <thead>
          <tr>
            <th scope="col">{words.key}</th>
            {[words.counted, words.sandbox, words.failed].map((name) => (
              <th scope="col" class="number" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, live, sandbox, failed }) => (
            <tr key={id}>
              <th scope="row">
                {id === null ? words.browser : name === null ? words.goneKey : <ShownText text={name} />}
                {id === null ? null : <code class="below">{id}</code>}
              </th>
              <td class="number">{number(live)}</td>
              <td class="number">{number(sandbox)}</td>
              <td class="number">{number(failed)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {total > rows.length ? <p class="soft">{words.otherKeys(number(total - rows.length))}</p> : null}
    </section>
  );
}
