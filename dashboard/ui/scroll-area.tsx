import type { ComponentChildren } from 'preact';

/** A scrollable area that also scrolls by keyboard. */
export const ScrollArea = ({
  name,
  label,
  children,
}: {
  name: string;
  label: string;
  children: ComponentChildren;
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be focusable (WCAG 2.1.1)
  <section class={name} tabIndex={0} aria-label={label}>
    {children}
  </section>
);
