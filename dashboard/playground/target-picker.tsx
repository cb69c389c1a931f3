import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../ui/icon.tsx';
import { bestTarget, findTargets, type Target } from './targets.ts';

const groups = [
  { operation: 'convert', label: 'Convert to' },
  { operation: 'extract', label: 'Extract' },
] as const;

const optionId = ({ id }: Target): string => `target-${id}`;

/** Chooses a target from a list with search (WAI-ARIA combobox pattern). */
export const TargetPicker = ({
  targets,
  target,
  disabled,
  onTarget,
}: {
  targets: readonly Target[];
  target: Target | undefined;
  disabled: boolean;
  onTarget: (id: string) => void;
}) => {
  const [query, setQuery] = useState<string | undefined>();
  const [activeId, setActiveId] = useState<string | undefined>();
  const root = useRef<HTMLDivElement>(null);
  const isOpen = query !== undefined;
  const found = findTargets(targets, query ?? '');
  const active = found.find(({ id }) => id === activeId) ?? bestTarget(found, query ?? '');

  const open = (): void => {
    if (isOpen || disabled) return;
    setQuery('');
    setActiveId(target?.id);
  };
  const close = (): void => setQuery(undefined);
  const choose = ({ id }: Target): void => {
    onTarget(id);
    close();
  };
  const move = (step: number): void => {
    const at = active === undefined ? -1 : found.indexOf(active);
    setActiveId(found[(at + step + found.length) % found.length]?.id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const actions: Readonly<Record<string, () => void>> = isOpen
      ? {
          ArrowDown: () => move(1),
          ArrowUp: () => move(-1),
          Enter: () => active !== undefined && choose(active),
          Escape: close,
        }
      : { ArrowDown: open, ArrowUp: open, Enter: open };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
  useEffect(() => {
    if (isOpen && active !== undefined)
      document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, active]);

  return (
    <div
      ref={root}
      class="field target-picker"
      onFocusOut={(event) => {
        if (!(event.relatedTarget instanceof Node && root.current?.contains(event.relatedTarget))) close();
      }}
    >
      <label for="playground-target">To</label>
      <div class="target-input">
        <input
          id="playground-target"
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls="playground-targets"
          {...(isOpen && active !== undefined ? { 'aria-activedescendant': optionId(active) } : {})}
          autocomplete="off"
          spellcheck={false}
          value={query ?? target?.label ?? ''}
          placeholder={isOpen ? 'Search formats' : 'Nothing yet'}
          disabled={disabled || targets.length === 0}
          onClick={open}
          onKeyDown={onKeyDown}
          onInput={(event) => {
            setQuery(event.currentTarget.value);
            setActiveId(undefined);
          }}
        />
        <Icon name="chevron" />
      </div>
      <div id="playground-targets" class="target-list" role="listbox" aria-label="Targets" hidden={!isOpen}>
        {groups.map(({ operation, label }) => {
          const members = found.filter((one) => one.operation === operation);
          return members.length === 0 ? null : (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot group the options of a listbox
            <div key={operation} role="group" aria-label={label}>
              <p class="target-group" aria-hidden="true">
                {label}
              </p>
              {members.map((one) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
                // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant marks the option
                <div
                  key={one.id}
                  id={optionId(one)}
                  role="option"
                  class={one === active ? 'target active' : 'target'}
                  aria-selected={one.id === target?.id}
                  onMouseDown={(event) => event.preventDefault()}
                  onMouseMove={() => setActiveId(one.id)}
                  onClick={() => choose(one)}
                >
                  <span>{one.label}</span>
                  <span class="fine">{one.hint}</span>
                  {one.id === target?.id ? <Icon name="check" /> : null}
                </div>
              ))}
            </div>
          );
        })}
        {found.length === 0 ? (
          // biome-ignore lint/a11y/useFocusableInteractive: it only says that nothing was found
          <div role="option" aria-selected={false} aria-disabled="true" class="target none">
            No target matches “{query}”
          </div>
        ) : null}
      </div>
    </div>
  );
};
