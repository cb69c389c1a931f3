import type { ComponentChildren } from 'preact';
import { isRecord } from '../../lib/is-record.ts';
import { type Row, words } from './result-rows.ts';

/** Ids that the next command can use. */
const ids = /^(acct|job|key|whk|msg)_\w{20,}$/;

/** A value of a result. An id is a button that enters it into the form. */
const Value = ({ value, onPick }: { value: unknown; onPick: (id: string) => void }) => {
  const text = words(value);
  if (!ids.test(text)) return <>{text}</>;
  return (
    <button type="button" class="id-button" title="Use in the form" onClick={() => onPick(text)}>
      {text}
    </button>
  );
};

const RowsTable = ({ rows, onPick }: { rows: readonly Row[]; onPick: (id: string) => void }) => {
  const columns = [...new Set(rows.flatMap(Object.keys))];
  return (
    <div class="operator-scroll">
      <table class="data plain">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column.replaceAll('_', ' ')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column}>
                  <Value value={row[column]} onPick={onPick} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const memberOf = (value: unknown, onPick: (id: string) => void): ComponentChildren => {
  if (Array.isArray(value)) {
    if (value.length === 0) return 'none';
    if (value.every(isRecord)) return <RowsTable rows={value} onPick={onPick} />;
    return value.map((each) => (
      <div key={String(each)}>
        <Value value={each} onPick={onPick} />
      </div>
    ));
  }
  return isRecord(value) ? (
    <ResultView result={value} onPick={onPick} />
  ) : (
    <Value value={value} onPick={onPick} />
  );
};

/** The result of a command: its members with their names, lists as tables. */
export const ResultView = ({ result, onPick }: { result: Row; onPick: (id: string) => void }) => (
  <dl class="operator-result">
    {Object.entries(result)
      .filter(([name]) => name !== 'dry_run')
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name.replaceAll('_', ' ')}</dt>
          <dd>{memberOf(value, onPick)}</dd>
        </div>
      ))}
  </dl>
);
