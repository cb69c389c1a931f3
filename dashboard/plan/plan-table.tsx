import { limitRows, type PlanName, planNames, plans } from '../../lib/plans.ts';
import { changeKind, planLabel, priceOf } from './plan-texts.ts';

const Change = ({
  plan,
  kind,
  isBusy,
  onChange,
}: {
  plan: PlanName;
  kind: 'upgrade' | 'downgrade';
  isBusy: boolean;
  onChange: () => void;
}) => {
  const label = kind === 'upgrade' ? 'Upgrade' : 'Change';
  return (
    <button
      type="button"
      class={kind === 'upgrade' ? 'button primary small' : 'button small'}
      aria-label={`${label} to ${planLabel(plan)}`}
      disabled={isBusy}
      onClick={onChange}
    >
      {label}
    </button>
  );
};

/** The plans with all their limits, side by side. */
export const PlanTable = ({
  current,
  canChange,
  isBusy,
  onChange,
}: {
  current: string;
  canChange: boolean;
  isBusy: boolean;
  onChange: (plan: PlanName) => void;
}) => {
  const columns = planNames.map((plan) => ({ plan, kind: changeKind(current, plan) }));
  const mark = (kind: string): string => (kind === 'current' ? 'current' : '');
  return (
    <table class="card plans">
      <caption class="visually-hidden">Plans with their prices and limits</caption>
      <thead>
        <tr>
          <td />
          {columns.map(({ plan, kind }) => (
            <th key={plan} scope="col" class={mark(kind)}>
              <span class="plan-name">{planLabel(plan)}</span>
              <span class="price">
                <strong>{priceOf(plan)}</strong> a month
              </span>
              {kind === 'current' ? <span class="badge accent">Your plan</span> : null}
              {canChange && kind !== 'current' ? (
                <Change plan={plan} kind={kind} isBusy={isBusy} onChange={() => onChange(plan)} />
              ) : null}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {limitRows.map(([label, cell]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {columns.map(({ plan, kind }) => (
              <td key={plan} class={mark(kind)}>
                {cell(plans[plan])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
