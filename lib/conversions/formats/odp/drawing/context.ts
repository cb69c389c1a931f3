import type { OdfContext } from '../../../shared/opendocument/context.ts';
import type { XmlElement } from '../../../shared/xml/element.ts';
import type { StyleChains } from './style-chains.ts';

/** What the shapes of a slide or its master refer to. */
export interface OdpDrawing {
  readonly odf: OdfContext;
  readonly styles: StyleChains;
  readonly page: number;
  /** Texts of the slide's header, footer and date, by element name. */
  readonly fields: ReadonlyMap<string, string>;
  readonly seen: { shapes: number; omittedShapes: number; charts: number };
}

/** The styles of a text: those of the paragraph before those of its shape. */
export type TextChain = readonly XmlElement[];
