import { posix } from 'node:path';
import { XML_CLOSE, XML_END } from '../../shared/xml/tag-kinds.ts';
import { xmlCursor } from '../../shared/xml/xml-cursor.ts';
import type { ZipArchive } from '../../shared/zip/open-zip.ts';

/** A relationship from one package part to another (ECMA-376 part 2, 6.5). */
export interface Relationship {
  readonly id: string;
  /** Last path segment of the type URI, the same in transitional and strict files: `worksheet`. */
  readonly type: string;
  /** Entry name of the target part. */
  readonly part: string;
}

const relationshipNames = ['Relationship', 'Id', 'Type', 'Target', 'TargetMode'];
const [RELATIONSHIP, ID, TYPE, TARGET, TARGET_MODE] = [0, 1, 2, 3, 4];

/** Returns the internal relationships of a part; `''` is the package itself. External targets are skipped. */
export function relationshipsOf(archive: ZipArchive, part: string): Relationship[] {
  const folder = posix.dirname(part);
  const file = archive.read(posix.join(folder, '_rels', `${posix.basename(part)}.rels`));
  if (file === undefined) return [];
  const cursor = xmlCursor(file, relationshipNames);
  const found: Relationship[] = [];
  for (let token = cursor.next(); token !== XML_END; token = cursor.next()) {
    if (token === XML_CLOSE || cursor.name() !== RELATIONSHIP) continue;
    if (cursor.attribute(TARGET_MODE) === 'External') continue;
    const target = cursor.attribute(TARGET) ?? '';
    found.push({
      id: cursor.attribute(ID) ?? '',
      type: cursor.attribute(TYPE)?.split('/').at(-1) ?? '',
      part: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
    });
  }
  return found;
}
