import { useState } from 'preact/hooks';
import type { Webhook, Webhooks } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { docsAddress } from '../app/addresses.ts';
import { useDashboard } from '../app/context.ts';
import { formatCount, formatNumber } from '../text/format.ts';
import { ConfirmDeletion } from '../ui/confirm-deletion.tsx';
import { Empty } from '../ui/empty.tsx';
import { Icon } from '../ui/icon.tsx';
import { LoadState } from '../ui/load-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { RotateSecretDialog } from './rotate-secret-dialog.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { AddWebhookDialog, EditWebhookDialog } from './webhook-dialogs.tsx';

type Open =
  | { readonly dialog: 'add' | 'account-secret' }
  | { readonly dialog: 'edit' | 'rotate' | 'delete'; readonly webhook: Webhook };

const OpenDialog = ({
  open,
  onChanged,
  onClose,
}: {
  open: Open;
  onChanged: (message: string) => void;
  onClose: () => void;
}) => {
  switch (open.dialog) {
    case 'add':
      return <AddWebhookDialog onAdded={() => onChanged('Endpoint added')} onClose={onClose} />;
    case 'edit':
      return (
        <EditWebhookDialog
          webhook={open.webhook}
          onSaved={() => onChanged('Endpoint changed')}
          onClose={onClose}
        />
      );
    case 'account-secret':
      return (
        <RotateSecretDialog
          title="Create the secret for webhook_url?"
          text="It signs the webhooks to a webhook_url that a request names."
          path="/webhooks/secret"
          onClose={onClose}
        />
      );
    case 'rotate':
      return (
        <RotateSecretDialog
          title="Rotate the secret?"
          text={`Webhooks to ${open.webhook.url} are signed with a new secret.`}
          path={`/webhooks/${encodeURIComponent(open.webhook.webhook_id)}/rotate`}
          onClose={onClose}
        />
      );
    case 'delete':
      return (
        <ConfirmDeletion
          title="Delete this endpoint?"
          path={`/webhooks/${encodeURIComponent(open.webhook.webhook_id)}`}
          keep="Keep endpoint"
          action="Delete endpoint"
          busy="Deleting…"
          onDeleted={() => onChanged('Endpoint deleted')}
          onClose={onClose}
        >
          <code>{open.webhook.url}</code> receives nothing from now on, and pending deliveries are dropped.
          You cannot undo this.
        </ConfirmDeletion>
      );
  }
};

/** The page for adding, testing and deleting webhook endpoints, and for their deliveries. */
export const WebhooksPage = () => {
  const { announce } = useDashboard();
  const loaded = useLoad<Webhooks>('/webhooks');
  const { data, reload } = loaded;
  const [open, setOpen] = useState<Open | undefined>();
  const used = data?.data.length ?? 0;
  return (
    <>
      <PageHeader title="Webhooks" lead="Get a signed request when a job ends, instead of polling.">
        <button
          type="button"
          class="button primary"
          disabled={data === undefined || used >= data.max}
          onClick={() => setOpen({ dialog: 'add' })}
        >
          <Icon name="plus" />
          Add endpoint
        </button>
      </PageHeader>
      <LoadState loaded={loaded} what="your endpoints" kind="cards" />
      {data !== undefined && used === 0 ? (
        <Empty
          icon="webhooks"
          title="No endpoints yet"
          action={
            <button type="button" class="button primary" onClick={() => setOpen({ dialog: 'add' })}>
              Add your first endpoint
            </button>
          }
        >
          <p>
            An endpoint is a URL of yours. <a href={docsAddress('webhooks/')}>How to verify a webhook</a>
          </p>
        </Empty>
      ) : null}
      {data !== undefined && used > 0 ? (
        <>
          <ul class="webhooks">
            {data.data.map((webhook) => (
              <WebhookCard
                key={webhook.webhook_id}
                webhook={webhook}
                onEdit={() => setOpen({ dialog: 'edit', webhook })}
                onRotate={() => setOpen({ dialog: 'rotate', webhook })}
                onDelete={() => setOpen({ dialog: 'delete', webhook })}
                onChanged={() => void reload()}
              />
            ))}
          </ul>
          <p class="fine">
            {formatNumber(used)} of {formatCount(data.max, 'endpoint')} in use.
          </p>
        </>
      ) : null}
      {data === undefined ? null : (
        <section class="card aside">
          <div>
            <h2>One URL for one job</h2>
            <p class="fine">
              A request with <code>webhook_url</code> notifies that URL about its job only, signed with a
              secret of your account.
            </p>
          </div>
          <button type="button" class="button small" onClick={() => setOpen({ dialog: 'account-secret' })}>
            Create the secret
          </button>
        </section>
      )}
      {open === undefined ? null : (
        <OpenDialog
          open={open}
          onChanged={(message) => {
            announce(message);
            void reload();
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
};
