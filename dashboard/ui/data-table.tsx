import type { ComponentChildren } from 'preact';

/** A table of records, whose last column has the actions of each. */
export const DataTable = ({
  name,
  caption,
  columns,
  children,
}: {
  /** Class names besides `data`. */
  name: string;
  caption: string;
  columns: readonly string[];
  children: ComponentChildren;
}) => (
  <table class={`data ${name}`}>
    <caption class="visually-hidden">{caption}</caption>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
        <th scope="col">
          <span class="visually-hidden">Actions</span>
        </th>
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);
