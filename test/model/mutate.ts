import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Guard } from './guards.ts';

const root = join(import.meta.dirname, '..', '..');

/** Modules that each mutant has of its own: those of the service and of the model that imports them. */
const ownFolders = ['lib', 'test/model'].map((folder) => pathToFileURL(join(root, folder, '/')).href);

/** Imports a module of the model with a service in which one guard is missing. Its text must occur once in its file. */
export const importWithout = async <Module>(
  { file, code, mutant }: Guard,
  path: string,
  id: string,
): Promise<Module> => {
  const mutated = pathToFileURL(join(root, file)).href;
  if (readFileSync(join(root, file), 'utf8').split(code).length !== 2)
    throw new Error(`${file} does not contain exactly once: ${code}`);
  const mark = `?without=${id}`;
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      const resolved = next(specifier, context);
      const isOwn = ownFolders.some((folder) => resolved.url.startsWith(folder));
      // The programs share one clock.
      return isOwn && !resolved.url.includes('/process.ts')
        ? { ...resolved, url: `${resolved.url.split('?')[0]}${mark}` }
        : resolved;
    },
    load: (url, context, next) => {
      if (!url.endsWith(mark)) return next(url, context);
      const plain = url.slice(0, -mark.length);
      const loaded = next(plain, context);
      if (plain !== mutated) return loaded;
      return { ...loaded, source: readFileSync(fileURLToPath(plain), 'utf8').replace(code, () => mutant) };
    },
  });
  try {
    return await import(`${pathToFileURL(join(root, path)).href}${mark}`);
  } finally {
    hooks.deregister();
  }
};
