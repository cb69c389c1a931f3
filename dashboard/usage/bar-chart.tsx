import { useId, useState } from 'preact/hooks';
import { formatCount, formatNumber } from '../text/format.ts';
import { type Chart, totalOf } from './chart-data.ts';

/** A bar chart, with its numbers as a table. */
export const BarChart = ({ title, unit, chart }: { title: string; unit: string; chart: Chart }) => {
  const titleId = useId();
  const [pointed, setPointed] = useState<number | undefined>();
  const bar = pointed === undefined ? undefined : chart.bars[pointed];
  const total = totalOf(chart);
  return (
    <section class="card chart-card" aria-labelledby={titleId}>
      <div class="chart-head">
        <h2 id={titleId}>{title}</h2>
        <p class="chart-value">
          {bar === undefined
            ? `${formatCount(total, 'operation')} in all`
            : `${bar.name}: ${formatCount(bar.value, 'operation')}`}
        </p>
      </div>
      <div class="chart" aria-hidden="true" onPointerLeave={() => setPointed(undefined)}>
        <span class="chart-line top">{formatNumber(chart.top)}</span>
        <span class="chart-line base">0</span>
        <div class="bars">
          {chart.bars.map(({ name, value, height }, index) => (
            <div key={name} class="bar-slot" onPointerEnter={() => setPointed(index)}>
              <div class={value === 0 ? 'bar none' : 'bar'} style={{ height: `${height * 100}%` }} />
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
