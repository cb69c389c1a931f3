import { createDocumentBudget } from '../../document/document-limits.ts';
import type { TreeBlock } from '../../document/document-tree.ts';
import type { ImageStore } from '../../document/image-store.ts';
import { descend, elementsOf } from '../xml/element.ts';
import { readOdfBlocks } from './body.ts';
import type { OdfContext } from './context.ts';
import type { OdfPackage } from './open-package.ts';
import { createOdfStyles, type OdfStyles } from './styles.ts';

/** Reads the named styles of a document (`styles.xml`). */
export function namedStyles(odf: OdfPackage): OdfStyles {
  const styles = createOdfStyles();
  const root = odf.optionalPart('styles.xml');
  for (const style of elementsOf(descend(root, 'office:automatic-styles'))) styles.add(style);
  for (const style of elementsOf(descend(root, 'office:styles'))) styles.add(style);
  return styles;
}

/** The initial state of an OpenDocument reader. */
export function createOdfContext(
  odf: OdfPackage,
  styles: OdfStyles,
  pictures: ImageStore,
  warn: (warning: string) => void,
): OdfContext {
  const notes: TreeBlock[][] = [];
  return {
    odf,
    styles,
    pictures,
    notes,
    budget: createDocumentBudget(),
    page: undefined,
    tableDepth: 0,
    headingNumbers: [],
    listNumbers: new Map(),
    warn,
    readBlocks: readOdfBlocks,
  };
}
