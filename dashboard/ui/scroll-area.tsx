import type { ComponentChildren } from 'preact';

/** Something wide or long that scrolls by itself, and can be scrolled by keyboard. */
export const ScrollArea = ({
  name,
  label,
  children,
}: {
  name: string;
  label: string;
  children: ComponentChildren;
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus (WCAG 2.1.1)
  <section class={name} tabIndex={0} aria-label={label}>
    {children}
  </section>
);
