import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

/** A modal dialog. It is open while it is rendered, and restores the focus when it closes. */
export const Dialog = ({
  title,
  children,
  onClose,
  preventEscape = false,
}: {
  title: string;
  children: ComponentChildren;
  onClose: () => void;
  /** Disables the Escape key if closing the dialog would lose data. */
  preventEscape?: boolean;
}) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (preventEscape) event.preventDefault();
      }}
      onClose={onClose}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
};
