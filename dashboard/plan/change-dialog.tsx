import { type PlanName, plans } from '../../lib/plans.ts';
import type { UsageHistory } from '../api/types.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { changeKind, overLimitWords, planLabel, priceOf } from './plan-words.ts';

/** Says what a change of plan means before the browser leaves for the payment pages. */
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
  const words = overLimitWords(usage, plans[target]);
  return (
    <Dialog title={`Change to ${planLabel(target)}?`} onClose={onClose}>
      <p>
        {planLabel(target)} costs {priceOf(target)} a month. You go on to the payment pages, where you see
        what is charged before you confirm.
      </p>
      {isDowngrade ? (
        <Notice kind={words.length > 0 ? 'warning' : 'info'}>
          <p>
            Nothing is deleted by a change to a smaller plan. Its limits count for what comes new from then
            on.
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
          {isBusy ? 'One moment…' : 'Go on to payment'}
        </button>
      </div>
    </Dialog>
  );
};
