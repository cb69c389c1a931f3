import { SQSClient } from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import { ensureQueue } from '../../../local/resources/queues.ts';
import { TemplateError } from '../../../local/template/json.ts';
import type { Template } from '../../../local/template/load.ts';
import { createScope } from '../../../local/template/local-values.ts';

it('refuses a FIFO queue', async () => {
  const queue = {
    logicalId: 'Ordered',
    type: 'AWS::SQS::Queue',
    properties: { FifoQueue: true },
    metadata: {},
  };
  const template: Template = {
    stackName: 'Test',
    directory: '.',
    resources: new Map([[queue.logicalId, queue]]),
    parameters: new Map(),
    outputs: new Map(),
  };
  const scope = createScope(template, { region: 'us-east-1', accountId: '000000000000' }, new Map());

  await expect(ensureQueue(new SQSClient({ region: 'us-east-1' }), scope, queue)).rejects.toThrow(
    new TemplateError('Ordered: FIFO queues are not supported locally'),
  );
});
