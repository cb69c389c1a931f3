import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { App, AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import { type AssetCode, type AssetImageCode, Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { bundleFunctions, functionsFolder } from './bundle.ts';

/** The code of functions by the names of their files in `functions/`. */
export type FunctionCode = {
  readonly bundle: (functionName: string) => AssetCode;
  /** The same in a container image, made of the bundle and the Dockerfile beside the function's file. */
  readonly image: (functionName: string) => AssetImageCode;
};

/**
 * The code of each function, by the name of its file in `functions/`.
 *
 * All are bundled in one run when the first is asked for, into the cloud assembly itself, so an assembly is complete in
 * one folder and two of them never meet. No Docker: the image is what CDK's types ask for and is never used.
 */
export const functionCode = (scope: Construct): FunctionCode => {
  const outdir = App.isApp(scope.node.root) ? scope.node.root.outdir : '';
  const bundleFolder = join(outdir, 'bundle');
  const bundleOf = (functionName: string): string => {
    const folder = join(bundleFolder, functionName);
    if (!existsSync(folder)) bundleFunctions(bundleFolder);
    return folder;
  };
  const moveBundle = (functionName: string, to: string): void => {
    const from = bundleOf(functionName);
    for (const entry of readdirSync(from)) renameSync(join(from, entry), join(to, entry));
    rmSync(from, { recursive: true });
  };
  const bundle: FunctionCode['bundle'] = (functionName) =>
    Code.fromAsset(functionsFolder, {
      assetHashType: AssetHashType.OUTPUT,
      bundling: {
        image: DockerImage.fromRegistry('none'),
        command: [functionName],
        local: {
          tryBundle: (to) => {
            moveBundle(functionName, to);
            return true;
          },
        },
      },
    });
  const image: FunctionCode['image'] = (functionName) =>
    Code.fromAssetImage(bundleOf(functionName), { cmd: ['index.handler'], platform: Platform.LINUX_AMD64 });
  return { bundle, image };
};
