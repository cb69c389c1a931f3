import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadTemplate } from '../../../local/template/load.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docforge-assembly-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** Writes an assembly whose stacks each have a template and the ids of those they use. */
const assembly = async (stacks: Record<string, { uses?: string[]; template: object }>): Promise<void> => {
  const artifacts = Object.entries(stacks).map(([id, { uses = [] }]) => [
    id,
    {
      type: 'aws:cloudformation:stack',
      dependencies: [...uses, `${id}.assets`],
      properties: { templateFile: `${id}.json`, stackName: `${id}-name` },
    },
  ]);
  await writeFile(
    join(directory, 'manifest.json'),
    JSON.stringify({ artifacts: Object.fromEntries(artifacts) }),
  );
  for (const [id, { template }] of Object.entries(stacks))
    await writeFile(join(directory, `${id}.json`), JSON.stringify(template));
};

const table = { Type: 'AWS::DynamoDB::Table' };
const data = {
  template: {
    Resources: { Table: table },
    Outputs: { Name: { Value: { Ref: 'Table' }, Export: { Name: 'data:Name' } } },
  },
};
const functionOf = (TABLE: unknown) => ({
  Fn: { Type: 'AWS::Lambda::Function', Properties: { Environment: { Variables: { TABLE } } } },
});

it('runs stacks as one, with the name of the one that uses the others', async () => {
  await assembly({
    Data: data,
    Service: {
      uses: ['Data'],
      template: {
        Resources: functionOf({ 'Fn::Join': ['', ['t-', { 'Fn::ImportValue': 'data:Name' }]] }),
        Outputs: { TableName: { Value: { 'Fn::ImportValue': 'data:Name' } } },
      },
    },
  });

  const template = await loadTemplate(directory);
  expect(template.stackName).toBe('Service-name');
  expect([...template.resources.keys()]).toEqual(['Table', 'Fn']);
  expect(template.resources.get('Fn')?.properties).toEqual({
    Environment: { Variables: { TABLE: { 'Fn::Join': ['', ['t-', { Ref: 'Table' }]] } } },
  });
  expect(template.outputs).toEqual(new Map([['TableName', { Ref: 'Table' }]]));
});

it.each<[string, Parameters<typeof assembly>[0], string]>([
  ['no stack', {}, 'found none'],
  ['two stacks of which none uses the other', { A: data, B: data }, 'found A-name, B-name'],
  [
    'a logical id of both',
    { A: data, B: { uses: ['A'], template: { Resources: { Table: table } } } },
    'Two stacks have a resource Table',
  ],
  [
    'an import that nothing exports',
    { A: data, B: { uses: ['A'], template: { Resources: functionOf({ 'Fn::ImportValue': 'other' }) } } },
    'No stack exports "other"',
  ],
])('refuses %s', async (_name, stacks, message) => {
  await assembly(stacks);

  await expect(loadTemplate(directory)).rejects.toThrow(message);
});
