import { useState } from 'preact/hooks';
import type { Webhook } from '../api/types.ts';
import { useAction } from '../api/use-action.ts';
import { useDashboard } from '../app/context.ts';
import { ErrorNotice } from '../ui/notice.tsx';
import { RelativeTime } from '../ui/time.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { eventLabel, eventTypes } from './webhook-labels.ts';

/** An endpoint with its actions and, once they are opened, its last deliveries. */
export const WebhookCard = ({
  webhook,
  onEdit,
  onRotate,
  onDelete,
  onChanged,
}: {
  webhook: Webhook;
  onEdit: () => void;
  onRotate: () => void;
  onDelete: () => void;
  onChanged: () => void;
}) => {
  const { client, announce } = useDashboard();
  const [isOpen, setOpen] = useState(false);
  const [version, setVersion] = useState(0);
  const isOn = webhook.status === 'enabled';
  const listId = `deliveries-${webhook.webhook_id}`;

  const { error: problem, run: post } = useAction(async (action: 'enable' | 'test', message: string) => {
    try {
      await client.call(`/webhooks/${encodeURIComponent(webhook.webhook_id)}/${action}`, { method: 'POST' });
      announce(message);
    } finally {
      // After a refusal too: it may have been disabled or deleted in the meantime.
      onChanged();
    }
  });
  const test = async (): Promise<void> => {
    await post('test', 'A test is sent');
    setOpen(true);
    setVersion((before) => before + 1);
  };

  return (
    <li class="card webhook">
      <div class="card-head">
        <h2 class="mono">{webhook.url}</h2>
        <span class={`badge state-${isOn ? 'complete' : 'failed'}`}>{isOn ? 'On' : 'Off'}</span>
      </div>
      <div class="webhook-facts">
        <span class="fine">
          {webhook.events.length === eventTypes.length
            ? 'All events'
            : webhook.events.map(eventLabel).join(', ')}
          , added <RelativeTime iso={webhook.created_at} />
        </span>
      </div>
      {isOn ? null : (
        <p class="fine">
          The receiver responded with 410 (Gone), so nothing is sent to it. Jobs that end before you turn it
          on are not announced later.
        </p>
      )}
      {problem === undefined ? null : <ErrorNotice error={problem} />}
      <div class="webhook-actions">
        {isOn ? (
          <button type="button" class="button small" onClick={() => void test()}>
            Send a test
          </button>
        ) : (
          <button
            type="button"
            class="button small primary"
            onClick={() => void post('enable', 'The endpoint is on')}
          >
            Turn on
          </button>
        )}
        <button
          type="button"
          class="button small"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
        >
          Deliveries
        </button>
        <button type="button" class="button small" aria-label={`Edit ${webhook.url}`} onClick={onEdit}>
          Edit
        </button>
        <button type="button" class="button small" onClick={onRotate}>
          Rotate secret
        </button>
        <button type="button" class="button small danger-text" onClick={onDelete}>
          Delete
        </button>
      </div>
      <div id={listId} hidden={!isOpen}>
        {isOpen ? <DeliveryTable key={version} webhookId={webhook.webhook_id} mayResend={isOn} /> : null}
      </div>
    </li>
  );
};
