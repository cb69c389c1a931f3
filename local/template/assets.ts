import { join, resolve } from 'node:path';
import { recordOf, textOf } from './json.ts';
import { readRecord } from './read-record.ts';

/** The absolute paths of an assembly's files and folders, by their hash in the template. */
export type Assets = ReadonlyMap<string, string>;

/**
 * Reads the asset manifests of a cloud assembly.
 *
 * @throws {TemplateError} if a manifest cannot be read
 */
export async function readAssets(directory: string): Promise<Assets> {
  const manifest = await readRecord(join(directory, 'manifest.json'));
  const assets = new Map<string, string>();
  for (const artifact of Object.values(recordOf(manifest.artifacts))) {
    const { properties, type } = recordOf(artifact);
    const file = textOf(recordOf(properties).file);
    if (type !== 'cdk:asset-manifest' || file === undefined) continue;
    const { files } = await readRecord(join(directory, file));
    for (const [hash, asset] of Object.entries(recordOf(files))) {
      const path = textOf(recordOf(recordOf(asset).source).path);
      if (path !== undefined) assets.set(hash, resolve(directory, path));
    }
  }
  return assets;
}
