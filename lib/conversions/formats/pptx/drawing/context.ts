import type { ImageStore } from '../../../document/image-store.ts';
import type { ColourScheme } from '../../../shared/ooxml/drawing-colour.ts';
import type { OfficePackage } from '../../../shared/ooxml/open-package.ts';
import type { RelatedBlocks } from '../../../shared/ooxml/related-blocks.ts';
import type { Theme } from '../../../shared/ooxml/theme.ts';
import type { XmlElement } from '../../../shared/xml/element.ts';
import type { SlideLayout } from '../layouts.ts';

/** What the shapes of a slide, layout or master refer to. */
export interface DrawContext {
  readonly office: OfficePackage;
  /** Resolves relationships. */
  readonly part: string;
  readonly layout: SlideLayout;
  readonly theme: Theme;
  readonly scheme: ColourScheme;
  readonly imageStore: ImageStore;
  readonly related: RelatedBlocks;
  readonly page: number;
  /** The presentation's default text style. */
  readonly textDefaults: XmlElement | undefined;
  readonly tableStyle: (id: string) => XmlElement | undefined;
  readonly seen: DrawCounts;
}

/** Counts of the whole presentation, for limits and warnings. */
export interface DrawCounts {
  shapes: number;
  omittedShapes: number;
  charts: number;
}

/** The colours of a style reference: `phClr` in a theme's formats is the reference's own colour. */
export const schemeFor =
  ({ scheme }: Pick<DrawContext, 'scheme'>, own: string | undefined): ColourScheme =>
  (name) =>
    name === 'phClr' ? own : scheme(name);
