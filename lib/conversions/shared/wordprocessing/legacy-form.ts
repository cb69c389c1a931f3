import { childOf, elementsOf, integerOf, type XmlElement } from '../xml/element.ts';
import { isOn } from './run-style.ts';

/** Whether the box of a form field (`w:ffData`) is ticked; ECMA-376 part 1, 17.16.8 and 17.16.12. */
export function isBoxTicked(form: XmlElement | undefined): boolean {
  const box = childOf(form, 'w:checkBox');
  return isOn(childOf(box, 'w:checked')) ?? isOn(childOf(box, 'w:default')) ?? false;
}

/** The entry of a form field's list (`w:ffData`) that is chosen; undefined if it has none (17.16.9). */
export function chosenEntry(form: XmlElement | undefined): string | undefined {
  const list = childOf(form, 'w:ddList');
  const entries = [...elementsOf(list)].filter((entry) => entry.name === 'w:listEntry');
  const chosen = integerOf(childOf(list, 'w:result') ?? childOf(list, 'w:default'), 'w:val') ?? 0;
  return entries[chosen]?.attributes['w:val'];
}
