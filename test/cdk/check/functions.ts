import {
  bytesOf,
  functionIdOf,
  type Json,
  listOf,
  policiesOf,
  type Rule,
  resourcesOf,
  type Template,
  targetOf,
} from './template.ts';

const functions = (template: Template): readonly [string, Json][] =>
  resourcesOf(template, 'AWS::Lambda::Function');

/** CDK's own functions for custom resources: they run during deployments only, with statements that CDK chooses. */
const isCustomResourceHandler = (template: Template, id: string): boolean =>
  Object.values(template.Resources).some(({ Properties }) => targetOf(Properties?.ServiceToken) === id);

const ofService = (template: Template): readonly [string, Json][] =>
  functions(template).filter(([id]) => !isCustomResourceHandler(template, id));

/** A name, address or ARN of a resource, in bytes; the longest are queue URLs. */
const referenceBytes = 200;

/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const limits = { environmentBytes: 4096, memoryMegabytes: 3008, policyBytes: 10_240, gatewaySeconds: 29 };

/** A function's environment variables fit into Lambda's 4 KB. */
export const environmentsFit: Rule = (template) =>
  functions(template).flatMap(([id, { Environment }]) => {
    const variables = Object.entries<Json>(Environment?.Variables ?? {});
    const bytes = variables.reduce(
      (sum, [name, value]) => sum + Buffer.byteLength(name) + bytesOf(value, referenceBytes),
      0,
    );
    return bytes > limits.environmentBytes ? [`${id} has ${bytes} bytes of environment`] : [];
  });

/** No function needs more memory than a new account may use. */
export const memoryIsAvailable: Rule = (template) =>
  functions(template).flatMap(([id, { MemorySize = 128 }]) =>
    MemorySize > limits.memoryMegabytes
      ? [`${id} has ${MemorySize} MB; a new account may use ${limits.memoryMegabytes}`]
      : [],
  );

/** A function behind the gateway times out before the gateway does. */
export const gatewayOutlastsFunctions: Rule = (template) =>
  resourcesOf(template, 'AWS::ApiGateway::Stage')
    .flatMap(([, { Variables }]) => Object.values<Json>(Variables ?? {}))
    .flatMap((name) => {
      const id = functionIdOf(template, name) ?? '';
      const { Type, Properties } = template.Resources[id] ?? {};
      if (Type !== 'AWS::Lambda::Function') return [`The stage refers to ${id}, which is not a function`];
      return (Properties.Timeout ?? 3) > limits.gatewaySeconds
        ? [`${id} may take ${Properties.Timeout} s, the gateway waits for ${limits.gatewaySeconds} s`]
        : [];
    });

/** Every function writes to a log group of the stack, and log groups keep their lines for as long as SECURITY.md states. */
export const logsEnd: Rule = (template) => [
  ...functions(template).flatMap(([id, { LoggingConfig }]) =>
    template.Resources[targetOf(LoggingConfig?.LogGroup) ?? ''] === undefined
      ? [`${id} has no log group in the stack, so Lambda makes one that stays for ever`]
      : [],
  ),
  ...resourcesOf(template, 'AWS::Logs::LogGroup').flatMap(([id, { RetentionInDays }]) =>
    RetentionInDays === 30 ? [] : [`${id} keeps its lines for ${RetentionInDays ?? 'infinite'} days`],
  ),
];

/** The roles of functions, and those of containers: one for the program, one for its start. */
const rolesOf = (template: Template): readonly (readonly [string, Json])[] => [
  ...ofService(template).map(([id, { Role }]) => [id, Role] as const),
  ...resourcesOf(template, 'AWS::ECS::TaskDefinition').flatMap(([id, { TaskRoleArn, ExecutionRoleArn }]) => [
    [id, TaskRoleArn] as const,
    [`the start of ${id}`, ExecutionRoleArn] as const,
  ]),
];

/** Every function and container of the service has its own role, with its own statements only. */
export const rolesAreOwn: Rule = (template) => {
  const owners = new Map<string, string>();
  return rolesOf(template).flatMap(([id, Role]) => {
    const role = targetOf(Role) ?? '';
    const owner = owners.get(role);
    owners.set(role, id);
    const policies = policiesOf(template).filter(([, { Roles }]) =>
      listOf(Roles).some((each) => targetOf(each) === role),
    );
    const { ManagedPolicyArns } = template.Resources[role]?.Properties ?? {};
    const bytes = Buffer.byteLength(JSON.stringify(policies.map(([, { PolicyDocument }]) => PolicyDocument)));
    return [
      ...(owner === undefined ? [] : [`${id} and ${owner} share ${role}`]),
      ...(listOf(ManagedPolicyArns).length === 0 ? [] : [`${role} has managed policies`]),
      ...(bytes > limits.policyBytes ? [`${role} has ${bytes} bytes of policies`] : []),
      ...policies
        .filter(([, { Roles }]) => Roles.length > 1)
        .map(([policy]) => `${policy} belongs to several roles`),
    ];
  });
};

/** A function with reserved concurrency has as much as its queue may use, or the queue's messages are throttled. */
export const reservationsServeQueues: Rule = (template) =>
  resourcesOf(template, 'AWS::Lambda::EventSourceMapping').flatMap(([, { FunctionName, ScalingConfig }]) => {
    const id = functionIdOf(template, FunctionName) ?? '';
    const reserved = template.Resources[id]?.Properties?.ReservedConcurrentExecutions;
    // Without a maximum the pollers start with five.
    const used = ScalingConfig?.MaximumConcurrency ?? 5;
    return reserved === undefined || reserved >= used
      ? []
      : [`${id} reserves ${reserved}, and its queue uses ${used} at once`];
  });
