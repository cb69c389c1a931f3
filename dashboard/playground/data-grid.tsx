import { ScrollArea } from '../ui/scroll-area.tsx';
import type { TableCell, TableData } from './result-tables.ts';

// More would make the page slow.
const maxRows = 200;
const maxColumns = 60;
const maxTables = 20;

const Cells = ({ cells, isHeader }: { cells: readonly TableCell[]; isHeader: boolean }) => (
  <tr>
    {cells.slice(0, maxColumns).map(({ text, columns, rows }, at) => {
      const span = {
        ...(columns > 1 ? { colSpan: columns } : {}),
        ...(rows > 1 ? { rowSpan: rows } : {}),
      };
      return isHeader ? (
        <th key={at} scope={columns > 1 ? 'colgroup' : 'col'} {...span}>
          {text}
        </th>
      ) : (
        <td key={at} {...span} {...(/^[-+]?[\d., %€$£]+$/.test(text) ? { class: 'numeric' } : {})}>
          {text}
        </td>
      );
    })}
  </tr>
);

/** A table of a result, with its header rows and merged cells. */
export const DataGrid = ({ table, label }: { table: TableData; label: string }) => {
  const body = table.rows.slice(table.headerRows);
  const isCut = body.length > maxRows || table.rows.some((cells) => cells.length > maxColumns);
  return (
    <figure class="data-grid">
      {table.caption === undefined && table.page === undefined ? null : (
        <figcaption>
          {table.caption ?? label}
          {table.page === undefined ? null : <span class="fine">Page {table.page}</span>}
        </figcaption>
      )}
      <ScrollArea name="preview-grid" label={label}>
        <table>
          {table.headerRows === 0 ? null : (
            <thead>
              {table.rows.slice(0, table.headerRows).map((cells, at) => (
                <Cells key={at} cells={cells} isHeader />
              ))}
            </thead>
          )}
          <tbody>
            {body.slice(0, maxRows).map((cells, at) => (
              <Cells key={at} cells={cells} isHeader={false} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {isCut ? (
        <p class="fine">
          The first {maxRows} rows and {maxColumns} columns. Download the file to see all of them.
        </p>
      ) : null}
    </figure>
  );
};

/** The tables of a result. */
export const DataGrids = ({ tables, name }: { tables: readonly TableData[]; name: string }) => (
  <div class="data-grids">
    {tables.slice(0, maxTables).map((table, at) => (
      <DataGrid key={at} table={table} label={`Table ${at + 1} of ${name}`} />
    ))}
    {tables.length > maxTables ? (
      <p class="fine">
        The first {maxTables} of {tables.length} tables. Download the file to see all of them.
      </p>
    ) : null}
  </div>
);
