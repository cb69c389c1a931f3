import { readText } from '../../backends/pdfium/pdfium-document.ts';
import type { PdfiumFile } from '../../backends/pdfium/pdfium-file.ts';
import { nameTable } from '../../base/name-table.ts';
import { type TreeBlock, textRun } from '../../document/document-tree.ts';
import { ConversionError } from '../../errors.ts';
import { elementsOf, type XmlElement } from '../../shared/xml/element.ts';
import { loadXmlReader } from '../../shared/xml/read-xml.ts';
import type { PagedField } from './form-fields.ts';

/** A text of an XFA form, or one of its fields with the label that the form shows. */
type FormEntry = { readonly text: string } | { readonly label: string; readonly field: PagedField };

/** The content of an XFA form, in the order of the form. */
export interface XfaForm {
  readonly entries: readonly FormEntry[];
  readonly fields: readonly PagedField[];
}

/** The packets that are read: a form in one stream has one without a name. */
const PACKETS = ['', 'template', 'datasets'];
/** Maximum size of a packet; images of a form are in its template. */
const MAX_PACKET_BYTES = 8 * 1024 * 1024;
/** Maximum number of packets. The specification names about a dozen. */
const MAX_PACKETS = 100;
/** Maximum number of fields, texts and sections that are visited. A section can occur as often as the data say. */
const MAX_VISITS = 100_000;

/** The page in whose place a program shows the form. */
const FORM_PAGE = 1;

/** The name of an element without its namespace, which differs by version. */
const localName = ({ name }: XmlElement): string => name.slice(name.indexOf(':') + 1);

const childNamed = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  [...elementsOf(element)].find((child) => localName(child) === name);

/** Parts of rich text that are on lines of their own. */
const lines = new Set(['p', 'br', 'div', 'li']);

const allText = (element: XmlElement): string =>
  element.children
    .map((child) => {
      if (typeof child === 'string') return child;
      return lines.has(localName(child)) ? ` ${allText(child)} ` : allText(child);
    })
    .join('');

const textIn = (element: XmlElement | undefined): string =>
  element === undefined
    ? ''
    : allText(element)
        .split(/\s/)
        .filter((word) => word !== '')
        .join(' ');

/** The text of a caption, a drawing or a default value; images have none. */
function valueText(element: XmlElement | undefined): string {
  const value = childNamed(element, 'value');
  return childNamed(value, 'image') === undefined ? textIn(value) : '';
}

const types = nameTable({ checkButton: 'checkbox', choiceList: 'combobox', signature: 'signature' });
/** Controls without a value. */
const noFields = new Set(['button', 'imageEdit', 'barcode']);
const containers = new Set(['subform', 'subformSet', 'area', 'exclGroup', 'pageSet', 'pageArea']);
/** Parts of a form that programs do not show until a script changes them. */
const unseen = new Set(['hidden', 'invisible', 'inactive']);
const isSeen = ({ attributes }: XmlElement): boolean => !unseen.has(attributes.presence ?? '');

/** The value in the data of a box that is checked. */
const checkedValue = (element: XmlElement): string =>
  textIn(elementsOf(childNamed(element, 'items')).next().value ?? undefined) || '1';

const captionOf = (element: XmlElement): string => valueText(childNamed(element, 'caption'));

/** The choices of a list by their values in the data: those of `save` lists are not shown. */
function choicesOf(element: XmlElement): Map<string, string> {
  const lists = [...elementsOf(element)].filter((each) => localName(each) === 'items');
  const shown = lists.find(isSeen) ?? lists[0];
  const saved = lists.find(({ attributes }) => attributes.save === '1') ?? shown;
  const texts = [...elementsOf(shown)].map(textIn);
  return new Map([...elementsOf(saved)].map((each, at) => [textIn(each), texts[at] ?? '']));
}

/** The elements below each element of the data, by their names, until fields and sections take them. */
function createData() {
  const below = new Map<XmlElement, Map<string, XmlElement[]>>();
  return (node: XmlElement | undefined, name: string): XmlElement[] => {
    if (node === undefined) return [];
    let names = below.get(node);
    if (names === undefined) {
      names = new Map();
      for (const child of [...elementsOf(node)].toReversed()) {
        const own = names.get(localName(child)) ?? [];
        own.push(child);
        names.set(localName(child), own);
      }
      below.set(node, names);
    }
    return names.get(name) ?? [];
  };
}

/** Lists what a form shows: its template, filled with its data. Data that no field of the template takes follow. */
function entriesOf(template: XmlElement | undefined, data: XmlElement | undefined): FormEntry[] {
  const entries: FormEntry[] = [];
  const untaken = createData();
  const taken = new Set<XmlElement>();
  const labels = new Map<string, string>();
  let left = MAX_VISITS;

  /** A field without a label is listed by its name once it has a value. */
  function addField(name: string, label: string, type: string, value: string | null): void {
    const own = value === null ? '' : (name.split('.').at(-1) ?? '');
    entries.push({ label: label || own, field: { name, type, value, page: FORM_PAGE } });
  }

  /** What the form shows for the value of a field or of a group of buttons. */
  function shownValue(element: XmlElement, raw: string, control: string | undefined): string {
    if (control === 'checkButton') return String(raw === checkedValue(element));
    if (control === 'choiceList') return choicesOf(element).get(raw) ?? raw;
    const isGroup = localName(element) === 'exclGroup';
    const chosen = isGroup ? [...elementsOf(element)].find((each) => checkedValue(each) === raw) : undefined;
    return (chosen === undefined ? '' : captionOf(chosen)) || raw;
  }

  function visitField(element: XmlElement, node: XmlElement | undefined, path: string): void {
    const control = [...elementsOf(childNamed(element, 'ui'))]
      .map(localName)
      .find((each) => each !== 'extras');
    if (control !== undefined && noFields.has(control)) return;
    const name = element.attributes.name ?? '';
    const label = captionOf(element);
    // A field may be filled by an element of another name, such as `$.person.name`.
    const bound = childNamed(element, 'bind')?.attributes.ref?.split('.').at(-1)?.split('[', 1)[0];
    for (const key of [name, bound]) if (key !== undefined && label !== '') labels.set(key, label);
    const own = untaken(node, name).pop();
    if (own !== undefined) taken.add(own);
    else if (bound !== undefined && bound !== name) return;
    const several =
      own === undefined ? [] : [...elementsOf(own)].filter((each) => localName(each) === 'value');
    const raw = own === undefined ? [valueText(element)] : (several.length > 0 ? several : [own]).map(textIn);
    const value =
      control === 'passwordEdit' ? '' : raw.map((each) => shownValue(element, each, control)).join(', ');
    if (value === '' && !isSeen(element)) return;
    addField(path, label, types[control ?? ''] ?? 'text', value === '' ? null : value);
  }

  function visit(element: XmlElement, node: XmlElement | undefined, path: string): void {
    for (const child of elementsOf(element)) {
      left -= 1;
      if (left < 0) return;
      const kind = localName(child);
      const name = child.attributes.name;
      const below = [path, name].filter((part) => part !== undefined && part !== '').join('.');
      if (kind === 'draw') {
        const text = valueText(child);
        if (text !== '' && isSeen(child)) entries.push({ text });
      } else if (kind === 'field' || (kind === 'exclGroup' && untaken(node, name ?? '').length > 0))
        visitField(child, node, below);
      else if (containers.has(kind)) {
        const instances = name === undefined ? [] : untaken(node, name).splice(0).toReversed();
        for (const instance of instances) visit(child, instance, below);
        if (instances.length === 0) visit(child, name === undefined ? node : undefined, below);
      }
    }
  }

  /** Adds the data that no field has taken. */
  function addRest(node: XmlElement, path: string): void {
    for (const child of elementsOf(node)) {
      left -= 1;
      if (left < 0) return;
      const name = localName(child);
      const below = path === '' ? name : `${path}.${name}`;
      const isLeaf = elementsOf(child).next().done === true;
      const value = isLeaf && !taken.has(child) ? textIn(child) : '';
      if (value !== '') addField(below, labels.get(name) ?? '', 'text', value);
      if (!isLeaf && !taken.has(child)) addRest(child, below);
    }
  }

  if (template !== undefined) visit(template, data, '');
  if (data !== undefined) addRest(data, '');
  return left < 0 ? [] : entries;
}

/** The packets of a document's XFA form that have its fields and values. */
async function packetsOf(file: PdfiumFile): Promise<Uint8Array[]> {
  return await file.use((document) => {
    const { handle, fn, scratch, results, readBytes } = document;
    const getName = fn('FPDF_GetXFAPacketName');
    const getContent = fn('FPDF_GetXFAPacketContent');
    const count = Math.min(MAX_PACKETS, fn('FPDF_GetXFAPacketCount')(handle));
    const names = Array.from({ length: Math.max(0, count) }, (_, index) =>
      readText(document, 'utf-8', (buffer, size) => getName(handle, index, buffer, size)),
    );
    const places = PACKETS.map((name) => names.indexOf(name)).filter((index) => index >= 0);
    return places.flatMap(
      (index) =>
        readBytes(MAX_PACKET_BYTES, (buffer, size) =>
          getContent(handle, index, buffer, size, scratch) === 0 ? 0 : results().getUint32(0, true),
        ) ?? [],
    );
  });
}

/**
 * Reads the form in XML that a document has instead of fields on its pages (ISO 32000-1, 12.7.8); undefined if it has none that
 * can be read.
 */
export async function readXfaForm(file: PdfiumFile): Promise<XfaForm | undefined> {
  const packets = await packetsOf(file).catch(() => []);
  if (packets.length === 0) return undefined;
  const read = await loadXmlReader();
  const roots: XmlElement[] = [];
  try {
    for (const bytes of packets) roots.push(read(bytes, { namespaces: {} }));
  } catch (error) {
    if (error instanceof ConversionError) return undefined;
    throw error;
  }
  const partNamed = (name: string): XmlElement | undefined =>
    roots.find((root) => localName(root) === name) ??
    roots.map((root) => childNamed(root, name)).find((part) => part !== undefined);
  const entries = entriesOf(partNamed('template'), childNamed(partNamed('datasets'), 'data'));
  const fields = entries.flatMap((entry) => ('field' in entry ? [entry.field] : []));
  return fields.length === 0 ? undefined : { entries, fields };
}

function lineOf(entry: FormEntry): string {
  if ('text' in entry) return entry.text;
  const { type, value } = entry.field;
  if (type === 'checkbox') return `${value === 'true' ? '☑' : '☐'} ${entry.label}`;
  return entry.label === '' ? '' : `${entry.label.replace(/:$/, '')}: ${value ?? ''}`.trimEnd();
}

/** The lines of a form's text. */
export const xfaLines = ({ entries }: XfaForm): string[] => entries.map(lineOf).filter((line) => line !== '');

/** A paragraph for each line of a form. */
export const xfaBlocks = (form: XfaForm): TreeBlock[] =>
  xfaLines(form).map((line) => ({ kind: 'paragraph', content: [textRun(line)] }));

/** The warning about a form whose fields follow the pages. */
export const xfaWarning =
  'The document is an XFA form. Its fields and values follow the pages, without the layout of the form.';
