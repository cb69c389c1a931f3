import { type PlanName, plans } from '../../lib/plans.ts';
import type { UsageHistory } from '../api/types.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { changeKind, overLimitTexts, planLabel, priceOf } from './plan-texts.ts';

/** Explains a change of plan before the redirect to the payment pages. */
export const ChangeDialog = ({
  usage,
  target,
  isBusy,
  onConfirm,
  onClose,
}: {
  usage: UsageHistory;
  target: PlanName;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) => {
  const isDowngrade = changeKind(usage.plan, target) === 'downgrade';
  const words = overLimitTexts(usage, plans[target]);
  return (
    <Dialog title={`Change to ${planLabel(target)}?`} onClose={onClose}>
      <p>
        {planLabel(target)} costs {priceOf(target)} a month. The payment page shows the exact amount before
        you confirm.
      </p>
      {isDowngrade ? (
        <Notice kind={words.length > 0 ? 'warning' : 'info'}>
          <p>
            Changing to a smaller plan deletes nothing. Its limits apply to new keys, jobs and operations.
          </p>
          {words.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      ) : null}
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>
          Stay on {planLabel(usage.plan)}
        </button>
        <button type="button" class="button primary" disabled={isBusy} onClick={onConfirm}>
          {isBusy ? 'Please wait…' : 'Continue to payment'}
        </button>
      </div>
    </Dialog>
  );
};
