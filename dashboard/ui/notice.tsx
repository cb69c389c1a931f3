import type { ComponentChildren } from 'preact';
import { wordsOf } from '../api/api-error.ts';
import { Icon } from './icon.tsx';

/** Something that the reader should know before going on. */
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

/** What went wrong, in words, with another try where one may help. */
export const ErrorNotice = ({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) => (
  <Notice kind="error">
    <p>{wordsOf(error)}</p>
    {onRetry === undefined ? null : (
      <button type="button" class="button small" onClick={onRetry}>
        Try again
      </button>
    )}
  </Notice>
);
