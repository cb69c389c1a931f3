import { useState } from 'preact/hooks';
import type { ApiKey, ApiKeys } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { useDashboard } from '../app/context.ts';
import { formatCount, formatNumber } from '../text/format.ts';
import { ConfirmDeletion } from '../ui/confirm-deletion.tsx';
import { Empty } from '../ui/empty.tsx';
import { Icon } from '../ui/icon.tsx';
import { LoadState } from '../ui/load-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyTable } from './key-table.tsx';

const LimitNotice = ({ used, max }: { used: number; max: number }) => (
  <Notice kind="warning">
    <p>
      {used > max
        ? `You have ${formatCount(used, 'API key')} and your plan includes ${formatNumber(max)}. All of them keep working. To create a new one, revoke keys until fewer than ${formatNumber(max)} are left`
        : `Your plan includes ${formatCount(max, 'API key')}, and all are in use. To create a new one, revoke one`}
      , or <a href="#/plan">change to a larger plan</a>.
    </p>
  </Notice>
);

/** The page for listing, creating and revoking API keys. */
export const KeysPage = () => {
  const { announce } = useDashboard();
  const loaded = useLoad<ApiKeys>('/account/keys', 'user');
  const { data, reload } = loaded;
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | undefined>();
  const used = data?.data.length ?? 0;
  const isFull = data !== undefined && used >= data.max;
  return (
    <>
      <PageHeader title="API keys" lead="Your code exchanges a key for a one-hour token.">
        <button
          type="button"
          class="button primary"
          disabled={data === undefined || isFull}
          onClick={() => setCreating(true)}
        >
          <Icon name="plus" />
          Create key
        </button>
      </PageHeader>
      <LoadState loaded={loaded} what="your keys" kind="rows" />
      {isFull ? <LimitNotice used={used} max={data.max} /> : null}
      {data !== undefined && used === 0 ? (
        <Empty
          icon="keys"
          title="No keys yet"
          action={
            <button type="button" class="button primary" onClick={() => setCreating(true)}>
              Create your first key
            </button>
          }
        >
          <p>Create one for each program or machine, so that you can revoke it separately.</p>
        </Empty>
      ) : null}
      {data !== undefined && used > 0 ? (
        <>
          <KeyTable keys={data.data} onRevoke={setRevoking} />
          <p class="fine">
            {formatNumber(used)} of {formatCount(data.max, 'key')} in use.
          </p>
        </>
      ) : null}
      {isCreating ? (
        <CreateKeyDialog
          onCreated={() => void reload()}
          onClose={() => {
            setCreating(false);
            void reload();
          }}
        />
      ) : null}
      {revoking === undefined ? null : (
        <ConfirmDeletion
          title={`Revoke “${revoking.name}”?`}
          path={`/account/keys/${encodeURIComponent(revoking.key_id)}`}
          access="user"
          keep="Keep key"
          action="Revoke key"
          busy="Revoking…"
          onDeleted={() => {
            announce(`Key ${revoking.name} revoked`);
            void reload();
          }}
          onClose={() => setRevoking(undefined)}
        >
          The key{' '}
          <code>
            {revoking.prefix}…{revoking.last_four}
          </code>{' '}
          and its tokens stop working at once. Requests with them are rejected. You cannot undo this.
        </ConfirmDeletion>
      )}
    </>
  );
};
