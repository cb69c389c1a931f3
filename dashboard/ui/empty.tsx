import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

/** The placeholder of an empty list, with a hint what to do. */
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
