import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

/** A modal dialog. It is open as long as it is rendered; the focus goes back to where it was. */
export const Dialog = ({
  title,
  children,
  onClose,
  holds = false,
}: {
  title: string;
  children: ComponentChildren;
  onClose: () => void;
  /** Whether the Escape key must not close it, because something in it would be lost. */
  holds?: boolean;
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
        if (holds) event.preventDefault();
      }}
      onClose={onClose}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
};
