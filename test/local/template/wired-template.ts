import { type JsonRecord, recordOf } from '../../../local/template/json.ts';
import type { Template } from '../../../local/template/load.ts';

export const place = { region: 'us-east-1', accountId: '000000000000' };

export function templateOf(
  resources: Record<string, { Type: string; Properties?: JsonRecord; Metadata?: JsonRecord }>,
): Template {
  return {
    stackName: 'Test',
    directory: import.meta.dirname,
    resources: new Map(
      Object.entries(resources).map(([logicalId, { Type, Properties, Metadata }]) => [
        logicalId,
        { logicalId, type: Type, properties: recordOf(Properties), metadata: recordOf(Metadata) },
      ]),
    ),
    parameters: new Map(),
    outputs: new Map(),
  };
}

/** A function that can run locally. */
export const runnable = {
  Type: 'AWS::Lambda::Function',
  Properties: { Runtime: 'nodejs24.x', Handler: 'index.handler' },
  Metadata: { 'aws:asset:path': '.' },
};
