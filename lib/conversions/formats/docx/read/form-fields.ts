import type { FormField } from '../../../document/document-model.ts';
import { isOn as isTrue } from '../../../shared/ooxml/on-off.ts';
import { chosenEntry, isBoxTicked } from '../../../shared/wordprocessing/legacy-form.ts';
import { isOn } from '../../../shared/wordprocessing/run-style.ts';
import { childOf, elementsOf, type XmlElement } from '../../../shared/xml/element.ts';

// Maximum elements and characters of a field's value; the rest is dropped.
const MAX_ELEMENTS = 10_000;
const MAX_CHARACTERS = 20_000;

const settingOf = (element: XmlElement | undefined, name: string): string | undefined =>
  childOf(element, name)?.attributes['w:val'];

/** Returns the text of a content control, one line for each paragraph. */
function controlText(content: XmlElement | undefined): string {
  const open: XmlElement[] = content === undefined ? [] : [content];
  let text = '';
  for (let seen = 0; seen < MAX_ELEMENTS && text.length < MAX_CHARACTERS; seen += 1) {
    const element = open.pop();
    if (element === undefined) break;
    if (element.name === 'w:t')
      text += element.children.filter((child) => typeof child === 'string').join('');
    if (element.name === 'w:p' && text !== '') text += '\n';
    for (let at = element.children.length - 1; at >= 0; at -= 1) {
      const child = element.children[at];
      if (child !== undefined && typeof child !== 'string' && child.name !== 'w:del') open.push(child);
    }
  }
  return text.slice(0, MAX_CHARACTERS).trim();
}

/** Types of content controls by defining element (ECMA-376 part 1, 17.5.2, and [MS-DOCX] 2.6.1). */
const controls: ReadonlyMap<string, string> = new Map([
  ['w14:checkbox', 'checkbox'],
  ['w:dropDownList', 'combobox'],
  ['w:comboBox', 'combobox'],
  ['w:date', 'date'],
  ['w:text', 'text'],
]);

/** Returns true if the checkbox of a content control (`w14:checkbox`) is checked ([MS-DOCX] 2.6.1). */
export const isControlTicked = (box: XmlElement | undefined): boolean =>
  isTrue(childOf(box, 'w14:checked')?.attributes['w14:val']);

/** Returns a content control (`w:sdt`) as a form field; undefined if it only groups text. */
function controlField(control: XmlElement): FormField | undefined {
  const properties = childOf(control, 'w:sdtPr');
  const definition = [...elementsOf(properties)].find(({ name }) => controls.has(name));
  const type = controls.get(definition?.name ?? '');
  if (type === undefined) return undefined;
  const name = settingOf(properties, 'w:alias') || settingOf(properties, 'w:tag') || '';
  if (type === 'checkbox') return { name, type, value: String(isControlTicked(definition)) };
  // An empty control shows a prompt.
  const isEmpty = isOn(childOf(properties, 'w:showingPlcHdr')) === true;
  const value = isEmpty ? '' : controlText(childOf(control, 'w:sdtContent'));
  return { name, type, value: value === '' ? null : value };
}

/** A reader that collects form fields. */
interface FieldReader {
  readonly addFormField?: ((field: FormField | undefined) => void) | undefined;
}

/** Adds a content control as a form field. Returns the reader of its content, which does not collect fields inside a field. */
export function insideControl<Reader extends FieldReader>(control: XmlElement, reader: Reader): Reader {
  const field = reader.addFormField === undefined ? undefined : controlField(control);
  if (field === undefined) return reader;
  reader.addFormField?.(field);
  return { ...reader, addFormField: undefined };
}

/** Returns a legacy form field (`w:ffData`; ECMA-376 part 1, 17.16.17) with the result `shown`. */
export function legacyField(data: XmlElement, shown: string): FormField | undefined {
  const name = settingOf(data, 'w:name') ?? '';
  if (childOf(data, 'w:checkBox') !== undefined)
    return { name, type: 'checkbox', value: String(isBoxTicked(data)) };
  if (childOf(data, 'w:ddList') !== undefined)
    return { name, type: 'combobox', value: chosenEntry(data) ?? null };
  const value = shown.trim();
  return childOf(data, 'w:textInput') === undefined
    ? undefined
    : { name, type: 'text', value: value === '' ? null : value };
}
