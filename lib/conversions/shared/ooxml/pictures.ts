import type { Inline } from '../../document/document-tree.ts';
import type { FoundImage, ImageStore } from '../../document/image-store.ts';
import { childOf, elementsOf, integerOf, type XmlElement } from '../xml/element.ts';
import { EMU_PER_POINT } from './emu.ts';
import type { OfficePackage } from './open-package.ts';

/** The relationship of the image in a picture, such as `pic:pic`. */
export function pictureId(picture: XmlElement): string | undefined {
  for (const child of elementsOf(picture)) {
    const blip = childOf(child, 'a:blip')?.attributes;
    if (blip !== undefined) return blip['r:embed'] ?? blip['r:link'];
  }
  return undefined;
}

/** The sides of an extent (ECMA-376 part 1, 20.1.7.3) in whole points. */
export function sidesOf(extent: XmlElement | undefined): Pick<FoundImage, 'width' | 'height'> {
  const points = (name: string): number | undefined => {
    const units = integerOf(extent, name);
    return units === undefined || units <= 0 ? undefined : Math.round(units / EMU_PER_POINT);
  };
  return { width: points('cx'), height: points('cy') };
}

/** Places the image that a part refers to. One outside of the package is never fetched. */
export function placePicture(
  { relationships, archive }: OfficePackage,
  from: string,
  id: string | undefined,
  store: ImageStore,
  look: Omit<FoundImage, 'key' | 'read' | 'isLinked'>,
): Inline[] {
  const target = id === undefined ? undefined : relationships(from).get(id);
  const part = target === undefined || target.isExternal ? undefined : target.target;
  return store.place({
    ...look,
    key: part ?? '',
    read: () => (part === undefined ? undefined : archive.read(part)),
    isLinked: target?.isExternal,
  });
}
