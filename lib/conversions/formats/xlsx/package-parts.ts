import { posix } from 'node:path';
import { XML_CLOSE, XML_END } from '../../shared/xml/tag-kinds.ts';
import { xmlCursor } from '../../shared/xml/xml-cursor.ts';
import type { ZipArchive } from '../../shared/zip/open-zip.ts';

/** A relationship from one package part to another (ECMA-376 part 2, 6.5). */
interface Relationship {
  readonly id: string;
  /** Last path segment of the type URI, the same in transitional and strict files: `worksheet`. */
  readonly type: string;
  /** Entry name of the target part. */
  readonly part: string;
}

const relationshipNames = ['Relationship', 'Id', 'Type', 'Target', 'TargetMode'];
const [RELATIONSHIP, ID, TYPE, TARGET, TARGET_MODE] = [0, 1, 2, 3, 4];

interface AnyRelationship {
  readonly id: string;
  readonly type: string;
  readonly target: string;
  readonly isExternal: boolean;
}

function readRelationships(archive: ZipArchive, part: string): AnyRelationship[] {
  const file = archive.read(posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`));
  if (file === undefined) return [];
  const cursor = xmlCursor(file, relationshipNames);
  const found: AnyRelationship[] = [];
  for (let token = cursor.next(); token !== XML_END; token = cursor.next()) {
    if (token === XML_CLOSE || cursor.name() !== RELATIONSHIP) continue;
    found.push({
      id: cursor.attribute(ID) ?? '',
      type: cursor.attribute(TYPE)?.split('/').at(-1) ?? '',
      target: cursor.attribute(TARGET) ?? '',
      isExternal: cursor.attribute(TARGET_MODE) === 'External',
    });
  }
  return found;
}

/** Addresses outside the package that a part refers to, by the id of the relationship. */
export function externalAddresses(archive: ZipArchive, part: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { id, target, isExternal } of readRelationships(archive, part))
    if (isExternal) found.set(id, target);
  return found;
}

/** Returns the internal relationships of a part; `''` is the package itself. External targets are skipped. */
export function relationshipsOf(archive: ZipArchive, part: string): Relationship[] {
  const folder = posix.dirname(part);
  return readRelationships(archive, part)
    .filter(({ isExternal }) => !isExternal)
    .map(({ id, type, target }) => ({
      id,
      type,
      part: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
    }));
}
