import type { ComponentChildren } from 'preact';

/** The header of a section: its title, which gets the focus when the section opens, and its actions. */
export const PageHeader = ({
  title,
  lead,
  children,
}: {
  title: string;
  lead: ComponentChildren;
  children?: ComponentChildren;
}) => (
  <header class="page-header">
    <div>
      <h1 id="page-title" tabIndex={-1}>
        {title}
      </h1>
      <p class="lead">{lead}</p>
    </div>
    {children === undefined ? null : <div class="page-actions">{children}</div>}
  </header>
);
