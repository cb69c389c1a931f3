import { useId, useState } from 'preact/hooks';
import { formatCount, formatNumber } from '../text/format.ts';
import { type Chart, totalOf } from './chart-data.ts';

/** Moves from one bar to another: the arrow keys by one, Home and End to the first and the last. */
const moved = (key: string, from: number, last: number): number | undefined =>
  ({
    ArrowLeft: Math.max(0, from - 1),
    ArrowRight: Math.min(last, from + 1),
    Home: 0,
    End: last,
  })[key];

/** A bar chart. Pointing at a bar, or choosing it by the arrow keys, shows its value; a table has them all. */
export const BarChart = ({ title, unit, chart }: { title: string; unit: string; chart: Chart }) => {
  const titleId = useId();
  const [chosen, setChosen] = useState<number | undefined>();
  const last = chart.bars.length - 1;
  const bar = chosen === undefined ? undefined : chart.bars[chosen];
  const valueText =
    bar === undefined
      ? `${formatCount(totalOf(chart), 'operation')} in all`
      : `${bar.name}: ${formatCount(bar.value, 'operation')}`;
  return (
    <section class="card chart-card" aria-labelledby={titleId}>
      <div class="chart-head">
        <h2 id={titleId}>{title}</h2>
        <p class="chart-value">{valueText}</p>
      </div>
      <div
        class="chart"
        role="slider"
        tabIndex={0}
        aria-labelledby={titleId}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={chosen ?? last}
        aria-valuetext={valueText}
        aria-readonly="true"
        onFocus={() => setChosen((before) => before ?? last)}
        onBlur={() => setChosen(undefined)}
        onKeyDown={(event) => {
          const next = moved(event.key, chosen ?? last, last);
          if (next === undefined) return;
          event.preventDefault();
          setChosen(next);
        }}
        onPointerLeave={() => setChosen(undefined)}
      >
        <span class="chart-line top">{formatNumber(chart.top)}</span>
        <span class="chart-line base">0</span>
        <div class="bars">
          {chart.bars.map(({ name, value, height }, index) => (
            <div
              key={name}
              class={index === chosen ? 'bar-slot chosen' : 'bar-slot'}
              onPointerEnter={() => setChosen(index)}
            >
              <div class={value === 0 ? 'bar none' : 'bar'} style={{ height: `${height * 100}%` }} />
              {index === chosen ? (
                <span class={`bar-tip${index > last / 2 ? ' left' : ''}`}>
                  <strong>{formatNumber(value)}</strong> {name}
                </span>
              ) : null}
            </div>
          ))}
        </div>
        <div class={chart.bars.some(({ label }) => label === '') ? 'bar-labels sparse' : 'bar-labels'}>
          {chart.bars.map(({ name, label }) => (
            <span key={name}>{label === '' ? null : <span>{label}</span>}</span>
          ))}
        </div>
      </div>
      <details class="chart-table">
        <summary>Show {title.toLowerCase()} as a table</summary>
        <table class="plain">
          <thead>
            <tr>
              <th scope="col">{unit}</th>
              <th scope="col">Operations</th>
            </tr>
          </thead>
          <tbody>
            {chart.bars.toReversed().map(({ name, value }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{formatNumber(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
};
