import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

/** A modal dialog. It is open while it is rendered, and restores the focus when it closes. */
export const Dialog = ({
  title,
  children,
  onClose,
  kind = 'dialog',
  preventEscape = false,
}: {
  title: string;
  children: ComponentChildren;
  onClose: () => void;
  /** A drawer is at the right edge, has a button to close it, and also closes by a click beside it. */
  kind?: 'dialog' | 'drawer';
  /** Disables the Escape key if closing the dialog would lose data. */
  preventEscape?: boolean;
}) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    return () => {
      // While it is in the page, nothing beside it can have the focus.
      element?.remove();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  const heading = <h2 id={titleId}>{title}</h2>;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the Escape key closes it too
    <dialog
      ref={dialog}
      class={kind}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (preventEscape) event.preventDefault();
      }}
      onClose={onClose}
      onClick={(event) => {
        if (kind === 'drawer' && event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      {kind === 'dialog' ? (
        <>
          {heading}
          {children}
        </>
      ) : (
        <div class="drawer-content">
          <div class="drawer-head">
            {heading}
            <button
              type="button"
              class="icon-button"
              aria-label="Close"
              onClick={() => dialog.current?.close()}
            >
              <Icon name="close" />
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
};
