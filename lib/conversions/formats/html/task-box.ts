import type { HtmlElement } from './html-node.ts';

const firstOf = (element: HtmlElement | undefined): HtmlElement | undefined => {
  const first = element?.children.find((child) => typeof child !== 'string' || child.trim() !== '');
  return typeof first === 'string' ? undefined : first;
};

const isBox = (element: HtmlElement | undefined): boolean =>
  element?.name === 'input' && element.attributes.type?.toLowerCase() === 'checkbox';

/** Returns the checkbox at the start of a list item, or of its first paragraph or label. */
export function taskBox(element: HtmlElement): HtmlElement | undefined {
  const first = firstOf(element);
  if (isBox(first)) return first;
  const inner = first?.name === 'p' || first?.name === 'label' ? firstOf(first) : undefined;
  return isBox(inner) ? inner : undefined;
}
