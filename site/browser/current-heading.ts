/** Scrolls the navigation so that the entry of this page is in view. */
export const showCurrentPage = (): void => {
  const sidebar = document.querySelector<HTMLElement>('.sidebar');
  const current = sidebar?.querySelector<HTMLElement>('[aria-current="page"]');
  if (sidebar && current && current.offsetTop > sidebar.clientHeight - 80)
    sidebar.scrollTop = current.offsetTop - sidebar.clientHeight / 2;
};

/** Marks the entry of the heading that is read in "On this page", or in the navigation of the reference. */
export const markCurrentHeading = (): void => {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.toc a, .reference .sidebar a[href^="#"]')].map(
      (link) => [link.hash.slice(1), link],
    ),
  );
  // In the reference also the section, because the browser lays out its content only where it is in view.
  const places = [...links].flatMap(([id, link]) => {
    const heading = document.getElementById(id);
    return heading === null ? [] : { heading, element: heading.closest('section') ?? heading, link };
  });
  if (places.length === 0) return;
  let marked: HTMLAnchorElement | undefined;
  const mark = (): void => {
    const passed = places.filter(({ element }) => element.getBoundingClientRect().top < 140);
    const current = (passed.at(-1) ?? places[0])?.link;
    if (current === marked) return;
    marked?.removeAttribute('aria-current');
    current?.setAttribute('aria-current', 'location');
    const list = current?.closest<HTMLElement>('.sidebar, .toc');
    if (current && list) {
      const top = current.offsetTop - list.scrollTop;
      if (top < 40 || top > list.clientHeight - 80)
        list.scrollTop = current.offsetTop - list.clientHeight / 2;
    }
    marked = current;
  };
  // Called for headings that enter or leave the upper part of the window, which is when another one becomes current.
  const observer = new IntersectionObserver(mark, { rootMargin: '-139px 0px -60% 0px' });
  for (const { heading, element } of places) {
    observer.observe(heading);
    observer.observe(element);
  }
};

/**
 * Lays out the whole page before a link in it is followed. Browsers stop beside a target if sections above it, which were out of
 * view, have another height than expected.
 */
export const layOutBeforeJumps = (): void => {
  const layOut = (): void => document.documentElement.classList.add('laid-out');
  if (location.hash !== '') layOut();
  for (const type of ['pointerdown', 'keydown'] as const)
    addEventListener(type, layOut, { capture: true, once: true });
};
