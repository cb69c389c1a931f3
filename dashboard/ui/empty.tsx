import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

/** The placeholder of an empty list: what will be there, and the action that fills it. */
export const Empty = ({
  icon,
  title,
  action,
  children,
}: {
  icon: IconName;
  title: string;
  action?: ComponentChildren;
  children: ComponentChildren;
}) => (
  <div class="empty">
    <span class="empty-icon">
      <Icon name={icon} />
    </span>
    <h2>{title}</h2>
    {children}
    {action === undefined ? null : <div class="empty-action">{action}</div>}
  </div>
);
