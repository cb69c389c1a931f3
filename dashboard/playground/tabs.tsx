import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

/** Tabs with one panel (WAI-ARIA tabs pattern: arrow keys, one tab stop). */
export const Tabs = <Name extends string>({
  id,
  label,
  names,
  selected,
  aside,
  onSelect,
  children,
}: {
  /** A prefix of the ids of its elements. */
  id: string;
  label: string;
  names: readonly Name[];
  selected: Name;
  /** What is shown at the end of the row. */
  aside?: ComponentChildren;
  onSelect: (name: Name) => void;
  children: ComponentChildren;
}) => {
  const tabs = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = (names.indexOf(selected) + step + names.length) % names.length;
    const name = names[index];
    if (name !== undefined) onSelect(name);
    const button = tabs.current?.children[index];
    if (button instanceof HTMLElement) button.focus();
  };
  return (
    <>
      <div class="tab-row">
        <div ref={tabs} class="tabs" role="tablist" aria-label={label}>
          {names.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              aria-selected={name === selected}
              aria-controls={`${id}-panel`}
              tabIndex={name === selected ? 0 : -1}
              onClick={() => onSelect(name)}
              onKeyDown={move}
            >
              {name}
            </button>
          ))}
        </div>
        {aside}
      </div>
      <div id={`${id}-panel`} class="tab-panel" role="tabpanel" aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </>
  );
};
