import type { ComponentChildren } from 'preact';
import { ScrollTable } from '../../kit/components/scroll-table.tsx';

interface Column<Row> {
  name: string;
  /** What the row is called: wider, and the head of its card on a phone. */
  isTitle?: boolean;
  isNumber?: boolean;
  cell: (row: Row) => ComponentChildren;
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
              {columns.map(({ name, isTitle, isNumber, cell }) => (
                <td
                  class={isTitle === true ? 'list-title' : isNumber === true ? 'number' : undefined}
                  data-label={name}
                  key={name}
                >
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
