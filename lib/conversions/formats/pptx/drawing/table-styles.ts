import { nameTable } from '../../../base/name-table.ts';
import type { XmlElement } from '../../../shared/xml/element.ts';

/** Identifiers of the built-in style "Medium Style 2" by its colour; tables usually have the one of `accent1`. */
const mediumStyles: Readonly<Record<string, string>> = nameTable({
  '{073A0DAA-6AF3-43AB-8588-CEC1D06C72B9}': 'dk1',
  '{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}': 'accent1',
  '{21E4AEA4-8DFA-4A89-87EB-49C32662AFE0}': 'accent2',
  '{F5AB1C69-6EDB-4FF4-983F-18BD219EF322}': 'accent3',
  '{00A15C55-8517-42AA-B614-E9B94910E393}': 'accent4',
  '{7DF18680-E054-41AD-8BC1-D1AEF772440D}': 'accent5',
  '{93296810-A885-4BE3-A3E7-6D5BEEA58F35}': 'accent6',
});

const element = (
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly XmlElement[] = [],
): XmlElement => ({ name, attributes, children });

const colour = (name: string, tint?: string): XmlElement =>
  element('a:schemeClr', { val: name }, tint === undefined ? [] : [element('a:tint', { val: tint })]);
const solid = (colour: XmlElement): XmlElement => element('a:solidFill', {}, [colour]);
const fill = (colour: XmlElement): XmlElement => element('a:fill', {}, [solid(colour)]);
const border = (name: string, width: string): XmlElement =>
  element(name, {}, [element('a:ln', { w: width }, [solid(colour('lt1'))])]);
const sides = ['a:left', 'a:right', 'a:top', 'a:bottom', 'a:insideH', 'a:insideV'];

/** A part with white bold text on the full colour. */
const strong = (name: string, accent: string, borders: readonly XmlElement[] = []): XmlElement =>
  element(name, {}, [
    element('a:tcTxStyle', { b: 'on' }, [colour('lt1')]),
    element('a:tcStyle', {}, [element('a:tcBdr', {}, borders), fill(colour(accent))]),
  ]);

/** Returns a built-in table style, which files may use without defining it; undefined for all but "Medium Style 2". */
export function builtInTableStyle(id: string): XmlElement | undefined {
  const accent = mediumStyles[id];
  if (accent === undefined) return undefined;
  const band = (name: string): XmlElement =>
    element(name, {}, [element('a:tcStyle', {}, [fill(colour(accent, '40000'))])]);
  const lines = sides.map((side) => border(side, '12700'));
  const whole = element('a:wholeTbl', {}, [
    element('a:tcTxStyle', {}, [colour('dk1')]),
    element('a:tcStyle', {}, [element('a:tcBdr', {}, lines), fill(colour(accent, '20000'))]),
  ]);
  return element('a:tblStyle', { styleId: id }, [
    whole,
    band('a:band1H'),
    band('a:band1V'),
    strong('a:firstRow', accent, [border('a:bottom', '38100')]),
    strong('a:lastRow', accent, [border('a:top', '38100')]),
    strong('a:firstCol', accent),
    strong('a:lastCol', accent),
  ]);
}
