import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { App, AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import { type AssetCode, type AssetImageCode, Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { bundleFunctions, bundleName, functionsFolder } from './bundle.ts';

/** The code of a function, by its file in `functions/`, such as `api/get-job`. */
export type FunctionCode = {
  readonly bundle: (file: string) => AssetCode;
  /** The bundle in a container image, built with the Dockerfile beside the function's file. */
  readonly image: (file: string) => AssetImageCode;
};

/**
 * The code of each function.
 *
 * The first call bundles all functions in one run, into the cloud assembly itself, so that an assembly is complete in one
 * folder and two of them never collide. No Docker is needed: CDK's types require the image, which is never used.
 */
export const functionCode = (scope: Construct): FunctionCode => {
  const outdir = App.isApp(scope.node.root) ? scope.node.root.outdir : '';
  const bundleFolder = join(outdir, 'bundle');
  const bundleOf = (file: string): string => {
    const folder = join(bundleFolder, bundleName(file));
    if (!existsSync(folder)) bundleFunctions(bundleFolder);
    return folder;
  };
  const moveBundle = (file: string, to: string): void => {
    const from = bundleOf(file);
    for (const entry of readdirSync(from)) renameSync(join(from, entry), join(to, entry));
    rmSync(from, { recursive: true });
  };
  const bundle: FunctionCode['bundle'] = (file) =>
    Code.fromAsset(functionsFolder, {
      assetHashType: AssetHashType.OUTPUT,
      bundling: {
        image: DockerImage.fromRegistry('none'),
        command: [bundleName(file)],
        local: {
          tryBundle: (to) => {
            moveBundle(file, to);
            return true;
          },
        },
      },
    });
  const image: FunctionCode['image'] = (file) =>
    Code.fromAssetImage(bundleOf(file), { cmd: ['index.handler'], platform: Platform.LINUX_AMD64 });
  return { bundle, image };
};
