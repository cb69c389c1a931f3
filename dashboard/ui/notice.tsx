import type { ComponentChildren } from 'preact';
import { errorMessageOf } from '../api/api-error.ts';
import { Icon } from './icon.tsx';

/** A notice. */
export const Notice = ({
  kind = 'info',
  children,
}: {
  kind?: 'info' | 'warning' | 'error' | 'success';
  children: ComponentChildren;
}) => (
  <div class={`notice ${kind}`} {...(kind === 'error' ? { role: 'alert' } : {})}>
    <Icon name={kind === 'success' ? 'check' : kind === 'info' ? 'info' : 'warning'} />
    <div class="notice-body">{children}</div>
  </div>
);

/** An error message, with a button to retry if that can help. */
export const ErrorNotice = ({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) => (
  <Notice kind="error">
    <p>{errorMessageOf(error)}</p>
    {onRetry === undefined ? null : (
      <button type="button" class="button small" onClick={onRetry}>
        Try again
      </button>
    )}
  </Notice>
);
