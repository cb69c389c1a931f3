import { isPlanName, type PlanName, plans } from '../../lib/plans.ts';
import { formatNumber } from '../text/format.ts';
import { changeKind, gainsOf, planLabel, priceOf } from './plan-texts.ts';

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
}) => (
  <button
    type="button"
    class={kind === 'upgrade' ? 'button primary wide' : 'button wide'}
    disabled={isBusy}
    onClick={onChange}
  >
    {kind === 'upgrade' ? 'Upgrade to' : 'Change to'} {planLabel(plan)}
  </button>
);

/** A plan: its price, its limits, and what an upgrade adds. */
export const PlanCard = ({
  plan,
  current,
  canChange,
  isBusy,
  onChange,
}: {
  plan: PlanName;
  current: string;
  canChange: boolean;
  isBusy: boolean;
  onChange: () => void;
}) => {
  const kind = changeKind(current, plan);
  const { maxOperations, maxActiveJobs, maxKeys } = plans[plan];
  return (
    <li class={kind === 'current' ? 'card plan current' : 'card plan'}>
      <div class="plan-head">
        <h2>{planLabel(plan)}</h2>
        {kind === 'current' ? <span class="badge accent">Your plan</span> : null}
      </div>
      <p class="price">
        <strong>{priceOf(plan)}</strong> a month
      </p>
      <dl class="plan-limits">
        <dt>Operations per month</dt>
        <dd>{formatNumber(maxOperations)}</dd>
        <dt>Concurrent jobs</dt>
        <dd>{formatNumber(maxActiveJobs)}</dd>
        <dt>API keys</dt>
        <dd>{formatNumber(maxKeys)}</dd>
      </dl>
      {kind === 'upgrade' && isPlanName(current) ? (
        <div class="gains">
          <p class="fine">With an upgrade you get</p>
          <ul>
            {gainsOf(current, plan).map((gain) => (
              <li key={gain}>{gain}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {canChange && kind !== 'current' ? (
        <Change plan={plan} kind={kind} isBusy={isBusy} onChange={onChange} />
      ) : null}
    </li>
  );
};
