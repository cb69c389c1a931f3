import {
  type CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation';

/** States of a stack that has no resources: CDK deletes it, or continues a first deployment. */
const emptyStates = ['DELETE_COMPLETE', 'REVIEW_IN_PROGRESS', 'ROLLBACK_COMPLETE'];

/** Returns the template of a deployed stack; undefined if there is none, or if its first deployment failed. */
export const deployedTemplate = async (client: CloudFormationClient, stackName: string): Promise<unknown> => {
  try {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: stackName }));
    if (stack === undefined || emptyStates.includes(stack.StackStatus ?? '')) return undefined;
    const { TemplateBody = '{}' } = await client.send(new GetTemplateCommand({ StackName: stackName }));
    return JSON.parse(TemplateBody);
  } catch (error) {
    const isMissing = error instanceof CloudFormationServiceException && /does not exist/.test(error.message);
    if (isMissing) return undefined;
    throw error;
  }
};
