import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { App, AssetHashType, DockerImage } from 'aws-cdk-lib';
import { type AssetCode, Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { bundleFunctions, functionsFolder } from './bundle.ts';

/**
 * The code of each function, by the name of its file in `functions/`.
 *
 * All are bundled in one run when the first is asked for, into the cloud assembly itself, so an assembly is complete in
 * one folder and two of them never meet. No Docker: the image is what CDK's types ask for and is never used.
 */
export const functionCode = (scope: Construct): ((functionName: string) => AssetCode) => {
  const outdir = App.isApp(scope.node.root) ? scope.node.root.outdir : '';
  const bundleFolder = join(outdir, 'bundle');
  const moveBundle = (functionName: string, to: string): void => {
    const from = join(bundleFolder, functionName);
    if (!existsSync(from)) bundleFunctions(bundleFolder);
    for (const entry of readdirSync(from)) renameSync(join(from, entry), join(to, entry));
    rmSync(from, { recursive: true });
  };
  return (functionName) =>
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
};
