import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { formatNumber } from '../text/format.ts';

const percent = (value: number, max: number): string => `${Math.min(100, (100 * value) / Math.max(1, max))}%`;

/** Shows how much of a limit is used, and how much is expected to be. */
export const Meter = ({
  title,
  used,
  max,
  forecast,
  children,
}: {
  title: string;
  used: number;
  max: number;
  forecast?: number | undefined;
  children: ComponentChildren;
}) => {
  const titleId = useId();
  const isFull = used >= max;
  return (
    <section class="card meter-card" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <p class="meter-numbers">
        <strong>{formatNumber(used)}</strong> of {formatNumber(max)}
      </p>
      <div class="gauge" aria-hidden="true">
        {forecast === undefined ? null : (
          <div
            class={forecast > max ? 'forecast over' : 'forecast'}
            style={{ width: percent(forecast, max) }}
          />
        )}
        <div
          class={isFull ? 'full' : used >= 0.8 * max ? 'near' : ''}
          style={{ width: percent(used, max) }}
        />
      </div>
      <meter class="visually-hidden" min={0} max={max} value={Math.min(used, max)} aria-labelledby={titleId}>
        {used} of {max}
      </meter>
      <p class="fine">{children}</p>
    </section>
  );
};
