import { useEffect } from 'preact/hooks';
import type { Deliveries, Delivery } from '../api/types.ts';
import { useAction } from '../api/use-action.ts';
import { useLoad } from '../api/use-load.ts';
import { useDashboard } from '../app/context.ts';
import { DataTable } from '../ui/data-table.tsx';
import { LoadState } from '../ui/load-state.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { RelativeTime } from '../ui/time.tsx';
import { deliveryStates, eventLabel, outcomeOf } from './webhook-labels.ts';

/** The pause before the list is loaded again while a delivery is under way. */
const refreshMs = 3000;

/** An attempt under way counts as lost after a minute, which is its next attempt until then. */
const attemptMs = 61_000;

const isUnderWay = ({ next_attempt_at: next }: Delivery): boolean =>
  next !== null && Date.parse(next) < Date.now() + attemptMs;

const DeliveryRow = ({ delivery, onResend }: { delivery: Delivery; onResend: (() => void) | undefined }) => {
  const { label, badge } = deliveryStates[delivery.status];
  return (
    <tr>
      <th scope="row">
        <span>{eventLabel(delivery.type)}</span>{' '}
        <span class="fine mono">{delivery.job_id ?? delivery.delivery_id}</span>
      </th>
      <td data-label="State">
        <span class={`badge state-${badge}`}>{label}</span>
      </td>
      <td data-label="Response">{outcomeOf(delivery)}</td>
      <td data-label="Attempts">{delivery.attempts}</td>
      <td data-label="Next attempt">
        {delivery.next_attempt_at === null ? (
          <span class="fine">none</span>
        ) : (
          <RelativeTime iso={delivery.next_attempt_at} />
        )}
      </td>
      <td class="actions">
        {onResend === undefined ? null : (
          <button
            type="button"
            class="button small"
            aria-label={`Send again: ${eventLabel(delivery.type)} ${delivery.job_id ?? delivery.delivery_id}`}
            onClick={onResend}
          >
            Send again
          </button>
        )}
      </td>
    </tr>
  );
};

/** The last deliveries to an endpoint. */
export const DeliveryTable = ({ webhookId, mayResend }: { webhookId: string; mayResend: boolean }) => {
  const { client, announce } = useDashboard();
  const path = `/webhooks/${encodeURIComponent(webhookId)}/deliveries`;
  const loaded = useLoad<Deliveries>(path);
  const { data, reload } = loaded;
  const isWaiting = data?.data.some(isUnderWay) === true;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(reload, refreshMs);
    return () => clearTimeout(timer);
  }, [isWaiting, data, reload]);

  const { error: problem, run: resend } = useAction(async ({ delivery_id: id }: Delivery) => {
    await client.call(`${path}/${encodeURIComponent(id)}/resend`, { method: 'POST' });
    announce('The delivery is sent again');
    await reload();
  });

  return (
    <>
      <LoadState loaded={loaded} what="the deliveries" kind="rows" />
      {problem === undefined ? null : <ErrorNotice error={problem} />}
      {data?.data.length === 0 ? <p class="fine">Nothing was sent in the last seven days.</p> : null}
      {data !== undefined && data.data.length > 0 ? (
        <DataTable
          name=""
          caption="Deliveries, newest first"
          columns={['Event', 'State', 'Response', 'Attempts', 'Next attempt']}
        >
          {data.data.map((delivery) => (
            <DeliveryRow
              key={delivery.delivery_id}
              delivery={delivery}
              onResend={mayResend ? () => void resend(delivery) : undefined}
            />
          ))}
        </DataTable>
      ) : null}
    </>
  );
};
