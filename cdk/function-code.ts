import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { type AssetCode, Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { builtAsset } from './built-asset.ts';
import { bundleFunctions, bundleName, functionsFolder } from './bundle.ts';
import { settingsOf } from './settings.ts';

/**
 * Returns the code of a function, by its file in `functions/`, such as `api/get-job`.
 *
 * @param addFiles adds files to the folder of its bundle
 */
export type FunctionCode = (file: string, addFiles?: (folder: string) => void) => AssetCode;

/**
 * The code of each function.
 *
 * The first call bundles all functions in one run, into the cloud assembly itself, so that an assembly is complete in one
 * folder and two of them never collide.
 */
export const functionCode = (scope: Construct): FunctionCode => {
  const outdir = App.isApp(scope.node.root) ? scope.node.root.outdir : '';
  const bundleFolder = join(outdir, 'bundle');
  const bundleOf = (file: string): string => {
    const folder = join(bundleFolder, bundleName(file));
    if (!existsSync(folder)) bundleFunctions(bundleFolder, settingsOf(scope).workerArchitecture);
    return folder;
  };
  const moveBundle = (file: string, to: string): void => {
    const from = bundleOf(file);
    for (const entry of readdirSync(from)) renameSync(join(from, entry), join(to, entry));
    rmSync(from, { recursive: true });
  };
  // Functions of one file share its asset.
  const codes = new Map<string, AssetCode>();
  return (file, addFiles = () => undefined) => {
    const code =
      codes.get(file) ??
      Code.fromAsset(
        functionsFolder,
        builtAsset(
          (to) => {
            moveBundle(file, to);
            addFiles(to);
          },
          [bundleName(file)],
        ),
      );
    codes.set(file, code);
    return code;
  };
};
