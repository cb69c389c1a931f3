import type { ComponentChildren } from 'preact';
import { ApiError } from '../api/api-error.ts';
import type { CallOptions } from '../api/client.ts';
import { useAction } from '../api/use-action.ts';
import { useDashboard } from '../app/context.ts';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './notice.tsx';

/** Confirms a deletion and sends it. What has been deleted already counts as deleted. */
export const ConfirmDeletion = ({
  title,
  path,
  access = 'token',
  keep,
  action,
  busy,
  children,
  onDeleted,
  onClose,
}: {
  title: string;
  path: string;
  access?: CallOptions['access'];
  /** Labels of the buttons, and of the second one while the deletion is under way. */
  keep: string;
  action: string;
  busy: string;
  children: ComponentChildren;
  onDeleted: () => void;
  onClose: () => void;
}) => {
  const { client } = useDashboard();
  const { isBusy, error, run } = useAction(async () => {
    await client.call(path, { access, method: 'DELETE' }).catch((problem: unknown) => {
      if (!(problem instanceof ApiError && problem.status === 404)) throw problem;
    });
    onClose();
    onDeleted();
  });
  return (
    <Dialog title={title} onClose={onClose}>
      {error === undefined ? null : <ErrorNotice error={error} />}
      <p>{children}</p>
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>
          {keep}
        </button>
        <button type="button" class="button danger" disabled={isBusy} onClick={run}>
          {isBusy ? busy : action}
        </button>
      </div>
    </Dialog>
  );
};
