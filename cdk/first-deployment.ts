import type { Construct } from 'constructs';

/** The id of the data stack in the app. */
export const dataStackId = 'DocForgeData';

/** The key of the CDK context that `npm run deploy` sets for the first deployment of the data stack. */
export const firstDeploymentKey = 'docforge:first-deployment';

/**
 * Returns true if the data stack is deployed for the first time. CloudFormation cannot delete what is protected from deletion, so a first
 * deployment that fails would leave it behind; the next one, immediately afterwards, turns the protection on.
 */
export const isFirstDeployment = ({ node }: Construct): boolean =>
  node.tryGetContext(firstDeploymentKey) !== undefined;
