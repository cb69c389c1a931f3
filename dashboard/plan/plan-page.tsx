import { useState } from 'preact/hooks';
import { fileSizeWords, type PlanName, planNames } from '../../lib/plans.ts';
import type { BillingRedirect, UsageHistory } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { useDashboard } from '../app/context.ts';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { OverLimitNotice } from './over-limit-notice.tsx';
import { PlanCard } from './plan-card.tsx';
import { planLabel } from './plan-words.ts';
import { WhomToAsk } from './whom-to-ask.tsx';

const CheckoutOutcome = () => {
  const how = new URLSearchParams(location.hash.split('?')[1] ?? '').get('billing');
  if (how === 'paid')
    return (
      <Notice kind="success">
        <p>
          Thank you. Your new plan counts as soon as the payment is confirmed, which takes a few seconds.
          Reload the page to see it.
        </p>
      </Notice>
    );
  return how === 'cancelled' ? (
    <Notice>
      <p>You left the payment page. Nothing was charged and your plan has not changed.</p>
    </Notice>
  ) : null;
};

/** The plans, what they cost, and how to change. */
export const PlanPage = () => {
  const { client, config } = useDashboard();
  const { data, error, reload } = useLoad<UsageHistory>('/account/usage', 'user');
  const [target, setTarget] = useState<PlanName | undefined>();
  const [isLeaving, setLeaving] = useState(false);
  const [problem, setProblem] = useState<unknown>();

  const leaveFor = async (path: string, json?: unknown): Promise<void> => {
    setLeaving(true);
    setProblem(undefined);
    try {
      const { url } = await client.call<BillingRedirect>(path, {
        access: 'user',
        method: 'POST',
        ...(json === undefined ? {} : { json }),
      });
      location.assign(url);
    } catch (cause) {
      setProblem(cause);
      setLeaving(false);
    }
  };
  const openPortal = (): Promise<void> => leaveFor('/account/billing/portal');
  // The portal is where a subscription ends; the service sees to it that there is never more than one.
  const change = (plan: PlanName): Promise<void> =>
    plan === 'free' ? openPortal() : leaveFor('/account/billing/checkout', { plan });

  return (
    <>
      <PageHeader
        title="Plan"
        lead={
          data === undefined ? 'What the plans hold and cost' : `You are on the ${planLabel(data.plan)} plan.`
        }
      >
        {config.billing && data !== undefined && data.plan !== 'free' ? (
          <button type="button" class="button" disabled={isLeaving} onClick={openPortal}>
            Invoices and payment
          </button>
        ) : null}
      </PageHeader>
      <CheckoutOutcome />
      {error === undefined ? null : <ErrorNotice error={error} onRetry={reload} />}
      {problem === undefined ? null : <ErrorNotice error={problem} />}
      {data === undefined ? (
        error === undefined ? (
          <>
            <Loading what="the plans" />
            <Skeleton kind="page" />
          </>
        ) : null
      ) : (
        <>
          <OverLimitNotice usage={data} />
          <ul class="plans">
            {planNames.map((plan) => (
              <PlanCard
                key={plan}
                plan={plan}
                current={data.plan}
                canChange={config.billing}
                isBusy={isLeaving}
                onChange={() => setTarget(plan)}
              />
            ))}
          </ul>
          {config.billing ? null : <WhomToAsk support={config.support} />}
          <p class="fine">
            Every plan takes files of up to {fileSizeWords} and 60 calls a minute. Prices are US dollars.
          </p>
          {target === undefined ? null : (
            <ChangeDialog
              usage={data}
              target={target}
              isBusy={isLeaving}
              onConfirm={() => change(target)}
              onClose={() => setTarget(undefined)}
            />
          )}
        </>
      )}
    </>
  );
};
