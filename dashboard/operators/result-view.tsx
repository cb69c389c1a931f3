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

const labelOf = (name: string): string => name.replaceAll('_', ' ');

const RowsTable = ({ rows, onPick }: { rows: readonly Row[]; onPick: (id: string) => void }) => {
  const columns = [...new Set(rows.flatMap(Object.keys))];
  return (
    <div class="operator-scroll">
      <table class="data plain">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {labelOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column} data-label={labelOf(column)}>
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

/** The members of a small part, such as a counter and its limit, in a line. */
const Facts = ({ part, onPick }: { part: Row; onPick: (id: string) => void }) => (
  <>
    {Object.entries(part).map(([name, value]) => (
      <span key={name} class="operator-fact">
        <span class="fine">{labelOf(name)}</span> <Value value={value} onPick={onPick} />
      </span>
    ))}
  </>
);

const memberOf = (value: unknown, isPart: boolean, onPick: (id: string) => void): ComponentChildren => {
  if (Array.isArray(value)) {
    if (value.length === 0) return 'none';
    if (value.every(isRecord)) return <RowsTable rows={value} onPick={onPick} />;
    return value.map((each) => (
      <div key={String(each)}>
        <Value value={each} onPick={onPick} />
      </div>
    ));
  }
  if (!isRecord(value)) return <Value value={value} onPick={onPick} />;
  if (Object.keys(value).length === 0) return 'none';
  return isPart ? (
    <Facts part={value} onPick={onPick} />
  ) : (
    <ResultView result={value} isPart onPick={onPick} />
  );
};

/** The result of a command: its members with their names, lists as tables. */
export const ResultView = ({
  result,
  isPart = false,
  onPick,
}: {
  result: Row;
  isPart?: boolean;
  onPick: (id: string) => void;
}) => (
  <dl class="operator-result">
    {Object.entries(result)
      .filter(([name]) => name !== 'dry_run')
      .map(([name, value]) => (
        <div key={name}>
          <dt>{labelOf(name)}</dt>
          <dd>{memberOf(value, isPart, onPick)}</dd>
        </div>
      ))}
  </dl>
);
