import type { ComponentChildren } from 'preact';
import { ScrollTable } from '../../kit/components/scroll-table.tsx';

interface Column<Row> {
  name: string;
  /** What the row is called: wider, and the head of its card on a phone. */
  isTitle?: boolean;
  isNumber?: boolean;
  /** A word or two of ours, which stay on one line. */
  isShort?: boolean;
  cell: (row: Row) => ComponentChildren;
}

type Kind = Pick<Column<unknown>, 'isTitle' | 'isNumber' | 'isShort'>;

function classOf({ isTitle, isNumber, isShort }: { [Name in keyof Kind]: Kind[Name] | undefined }): string | undefined {
  if (isTitle === true) return 'list-title';
  if (isNumber === true) return 'number';
  return isShort === true ? 'short' : undefined;
}

interface Props<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}

/** A list as a table; on a phone each row is a card, in which every cell carries the name of its column. */
export function ListTable<Row extends { readonly id: string }>({ label, columns, rows }: Props<Row>) {
  return (
    <div class="list-table">
      <ScrollTable label={label}>
        <thead>
          <tr>
            {columns.map(({ name, isNumber }) => (
              <th scope="col" class={isNumber === true ? 'number' : undefined} key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map(({ name, isTitle, isNumber, isShort, cell }) => (
                <td class={classOf({ isTitle, isNumber, isShort })} data-label={name} key={name}>
                  <div>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </div>
  );
}
