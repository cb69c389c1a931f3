import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

/** What stands where there is nothing yet, and what to do about it. */
export const Empty = ({
  icon,
  title,
  children,
}: {
  icon: IconName;
  title: string;
  children: ComponentChildren;
}) => (
  <div class="empty">
    <Icon name={icon} />
    <h2>{title}</h2>
    {children}
  </div>
);
