import { descend, elementsOf, type XmlElement } from '../xml/element.ts';

/** The elements of a master page. */
export interface MasterElements {
  readonly master: XmlElement;
  /** Undefined if the master page has none. */
  readonly layout: XmlElement | undefined;
}

/** The master pages of `styles.xml` by name, in their order. OpenDocument 1.3, part 3, 16.5 and 16.9. */
export function masterElements(styles: XmlElement | undefined): Map<string, MasterElements> {
  const layouts = new Map<string, XmlElement>();
  for (const style of elementsOf(descend(styles, 'office:automatic-styles')))
    if (style.name === 'style:page-layout') layouts.set(style.attributes['style:name'] ?? '', style);
  const masters = new Map<string, MasterElements>();
  for (const master of elementsOf(descend(styles, 'office:master-styles'))) {
    if (master.name !== 'style:master-page') continue;
    const layout = layouts.get(master.attributes['style:page-layout-name'] ?? '');
    masters.set(master.attributes['style:name'] ?? '', { master, layout });
  }
  return masters;
}
