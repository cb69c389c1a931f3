import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Session } from '../api/types.ts';
import { Icon } from '../ui/icon.tsx';
import { docsAddress } from './addresses.ts';
import { Logo } from './logo.tsx';
import { type SectionId, sections, titleOf } from './routes.ts';
import { ThemeToggle } from './theme-toggle.tsx';

/**
 * Calls `then` with an element as soon as it exists: a section that opens for the first time still loads its code.
 *
 * @returns What stops waiting
 */
const whenThere = (
  parent: HTMLElement,
  selector: string,
  then: (found: HTMLElement) => void,
): (() => void) => {
  const observer = new MutationObserver(() => look());
  const look = (): void => {
    const found = parent.querySelector<HTMLElement>(selector);
    if (found === null) return;
    observer.disconnect();
    then(found);
  };
  observer.observe(parent, { childList: true, subtree: true });
  look();
  return () => observer.disconnect();
};

/** The frame around every section: menu, account and the section itself. */
export const Shell = ({
  section,
  session: { email, is_operator: isOperator },
  onSignOut,
  children,
}: {
  section: SectionId;
  session: Session;
  onSignOut: () => void;
  children: ComponentChildren;
}) => {
  const main = useRef<HTMLElement>(null);
  const nav = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${titleOf(section)} · DocForge`;
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    // The first section was not opened by a click, so the focus stays where it is.
    const isClicked = !isFirst.current;
    isFirst.current = false;
    if (!isClicked || main.current === null) return;
    scrollTo(0, 0);
    return whenThere(main.current, '#page-title', (title) => title.focus({ preventScroll: true }));
  }, [section]);
  return (
    <div class="shell">
      <button type="button" class="skip-link" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <header class="sidebar">
        <Logo />
        <nav ref={nav} aria-label="Sections">
          <ul>
            {sections
              .filter(({ id }) => isOperator === true || id !== 'operators')
              .map(({ id, title }) => (
                <li key={id}>
                  <a href={`#/${id}`} {...(id === section ? { 'aria-current': 'page' as const } : {})}>
                    <Icon name={id} />
                    {title}
                  </a>
                </li>
              ))}
            <li class="nav-docs">
              <a href={docsAddress()}>
                <Icon name="docs" />
                Docs
              </a>
            </li>
          </ul>
        </nav>
        <div class="account">
          <span class="email" title={email}>
            {email}
          </span>
          <div class="account-buttons">
            <ThemeToggle />
            <button type="button" class="icon-button" onClick={onSignOut}>
              <Icon name="signOut" />
              Sign out
            </button>
          </div>
        </div>
      </header>
      <main ref={main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
};
