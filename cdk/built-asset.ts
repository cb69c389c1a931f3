import { AssetHashType, type AssetOptions, DockerImage } from 'aws-cdk-lib';

/** Options of an asset that a function of this process builds. No Docker is needed: CDK's types require the image, which is never used. */
export const builtAsset = (build: (outputFolder: string) => void, command: string[] = []): AssetOptions => ({
  assetHashType: AssetHashType.OUTPUT,
  bundling: {
    image: DockerImage.fromRegistry('none'),
    command,
    local: {
      tryBundle: (outputFolder) => {
        build(outputFolder);
        return true;
      },
    },
  },
});
