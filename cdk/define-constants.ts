import { deploymentConstants } from '../lib/deployment-constants.ts';

/** The option `define` of esbuild that makes the deployment's constants part of a bundle. */
export const defineConstants = {
  'globalThis.docforgeConstants': JSON.stringify(JSON.stringify(deploymentConstants)),
};
