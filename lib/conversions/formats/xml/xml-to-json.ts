import { createResultBudget, createTextSink } from '../../base/result-size.ts';
import { writeJson } from '../../document/write-json.ts';
import type { noOptions } from '../../engine/options.ts';
import type { FileResult, RoleRequest } from '../../engine/role.ts';
import type { XmlElement } from '../../shared/xml/element.ts';
import { loadXmlReader } from '../../shared/xml/read-xml.ts';

type Json = string | { readonly [name: string]: Json } | readonly Json[];

/** The name without the mark of a namespace that is not known here. */
const plainName = (name: string): string => name.replace(/^\?:/, '');

/**
 * The content of an element: its text, or an object of its attributes and children by name, as a list if there are several of a
 * name, and its own text as `text`.
 */
function contentOf({ attributes, children }: XmlElement): Json {
  const lists = new Map<string, Json[]>();
  const add = (name: string, value: Json): void => {
    const list = lists.get(name) ?? [];
    list.push(value);
    lists.set(name, list);
  };
  let text = '';
  for (const [name, value] of Object.entries(attributes))
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) add(plainName(name), value);
  for (const child of children) {
    if (typeof child === 'string') text += child;
    else add(plainName(child.name), contentOf(child));
  }
  const own = text.trim();
  if (lists.size === 0) return own;
  if (own !== '') add('text', own);
  const content: Record<string, Json> = Object.create(null);
  for (const [name, list] of lists) content[name] = list.length === 1 ? (list[0] ?? '') : list;
  return content;
}

/** The records of a root whose children all have one name; otherwise the content of the root under its name. */
function documentValue(root: XmlElement): Json {
  const content = contentOf(root);
  const members = typeof content === 'object' && !Array.isArray(content) ? Object.values(content) : [];
  const [only] = members;
  return members.length === 1 && Array.isArray(only) ? only : { [plainName(root.name)]: content };
}

/** Converts XML to JSON. */
export async function xmlToJson(
  input: Uint8Array,
  { maxResultBytes }: RoleRequest<typeof noOptions>,
): Promise<FileResult> {
  const readXml = await loadXmlReader();
  const sink = createTextSink(createResultBudget(maxResultBytes));
  writeJson(documentValue(readXml(input, { namespaces: {} })), sink);
  sink.push('\n');
  return { bytes: sink.bytes() };
}
