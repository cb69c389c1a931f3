import { useState } from 'preact/hooks';
import { rateLimits } from '../../lib/api/limits.ts';
import type { PlanName } from '../../lib/plans.ts';
import type { BillingRedirect, UsageHistory } from '../api/types.ts';
import { useAction } from '../api/use-action.ts';
import { useLoad } from '../api/use-load.ts';
import { useDashboard } from '../app/context.ts';
import { queryOfHash } from '../app/routes.ts';
import { LoadState } from '../ui/load-state.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { OverLimitNotice } from './over-limit-notice.tsx';
import { PlanTable } from './plan-table.tsx';
import { planLabel } from './plan-texts.ts';
import { SupportContact } from './support-contact.tsx';

const CheckoutOutcome = () => {
  const how = queryOfHash(location.hash).get('billing');
  if (how === 'paid')
    return (
      <Notice kind="success">
        <p>
          Thank you. Your new plan is active once the payment is confirmed, which takes a few seconds. Reload
          the page to see it.
        </p>
      </Notice>
    );
  return how === 'cancelled' ? (
    <Notice>
      <p>You left the payment page. You were not charged, and your plan has not changed.</p>
    </Notice>
  ) : null;
};

/** The page for comparing and changing plans. */
export const PlanPage = () => {
  const { client, config } = useDashboard();
  const loaded = useLoad<UsageHistory>('/account/usage', 'user');
  const { data } = loaded;
  const [target, setTarget] = useState<PlanName | undefined>();
  const {
    isBusy: isLeaving,
    error: problem,
    run: leaveFor,
  } = useAction(async (path: string, json?: unknown) => {
    const redirect = { access: 'user', method: 'POST', json } as const;
    location.assign((await client.call<BillingRedirect>(path, redirect)).url);
    // Busy until the payment page replaces this one.
    await new Promise<never>(() => undefined);
  });
  const openPortal = (): Promise<void> => leaveFor('/account/billing/portal');
  // A subscription can be cancelled only in the portal. The service allows only one subscription.
  const change = (plan: PlanName): Promise<void> =>
    plan === 'free' ? openPortal() : leaveFor('/account/billing/checkout', { plan });

  return (
    <>
      <PageHeader
        title="Plan"
        lead={
          data === undefined
            ? 'Limits and prices of the plans'
            : `You are on the ${planLabel(data.plan)} plan.`
        }
      >
        {config.billing && data !== undefined && data.plan !== 'free' ? (
          <button type="button" class="button" disabled={isLeaving} onClick={openPortal}>
            Invoices and payment
          </button>
        ) : null}
      </PageHeader>
      <CheckoutOutcome />
      <LoadState loaded={loaded} what="the plans" kind="page" />
      {problem === undefined ? null : <ErrorNotice error={problem} />}
      {data === undefined ? null : (
        <>
          <OverLimitNotice usage={data} />
          <PlanTable current={data.plan} canChange={config.billing} isBusy={isLeaving} onChange={setTarget} />
          {config.billing ? null : <SupportContact support={config.support} />}
          <p class="fine">
            On every plan, a token may make {rateLimits.default.requests} requests a minute. Prices are in US
            dollars.
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
