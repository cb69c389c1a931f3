import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { synthesize } from '../../../local/assembly.ts';
import { localSettings } from '../../../local/local-settings.ts';
import { type RunningStack, startStack } from '../../../local/stack.ts';

const root = join(import.meta.dirname, '..', '..', '..');

type Resource = {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
  readonly Metadata?: Record<string, string>;
};

/** Runs the stack with its queue triggers switched off, so that jobs stay as they were accepted. */
export const startIdleStack = async (
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningStack> => {
  const folder = await mkdtemp(join(tmpdir(), 'docforge-idle-'));
  // The assembly of the running stack, so that the app is not synthesized again.
  const assembly = await synthesize(root, join(root, 'build', 'assembly'), localSettings);
  const assemblyDirectory = join(folder, 'assembly');
  await cp(assembly.directory, assemblyDirectory, {
    recursive: true,
    filter: (path) => !/asset\.|bundle/.test(relative(assembly.directory, path)),
  });
  const path = join(assemblyDirectory, 'DocForge.template.json');
  const template = JSON.parse(await readFile(path, 'utf8'));
  for (const { Type, Properties, Metadata } of Object.values<Resource>(template.Resources)) {
    if (Type === 'AWS::Lambda::EventSourceMapping') Properties.Enabled = false;
    const assetPath = Metadata?.['aws:asset:path'];
    if (Metadata !== undefined && assetPath !== undefined)
      Metadata['aws:asset:path'] = resolve(assembly.directory, assetPath);
  }
  await writeFile(path, JSON.stringify(template));
  const recordDirectory = process.env.DOCFORGE_RECORD_DIR;
  const stack = await startStack({
    assemblyDirectory,
    dataDirectory: join(folder, 'data'),
    port: 0,
    graceMilliseconds: 0,
    asLambda: {},
    environment,
    ...(recordDirectory === undefined ? {} : { recordDirectory }),
  });
  return {
    ...stack,
    close: async () => {
      await stack.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
