import { basename, extname } from 'node:path';
import type { Assets } from './assets.ts';
import { type Json, type JsonRecord, listOf, numberOf, recordOf, TemplateError, textOf } from './json.ts';
import { type Resource, resourcesOfType, type Template } from './load.ts';
import type { LocalScope } from './local-values.ts';

/** A service of ECS with one container of Node behind a load balancer. */
export type ContainerDefinition = {
  readonly logicalId: string;
  /** The name of its role in the record of calls: that of the service. */
  readonly name: string;
  readonly roleArn: string;
  /** Its command without `node`. */
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The domain name of its load balancer. */
  readonly loadBalancer: string;
  /** The path of the load balancer's health checks. */
  readonly healthPath: string;
  /** The program that its command downloads, if the stack publishes it. */
  readonly program: Program | undefined;
};

/** A file that the deployment publishes. */
export type Program = { readonly bucket: string; readonly key: string; readonly path: string };

/**
 * Reads the services of ECS.
 *
 * @throws {TemplateError} if a service has several containers, runs another program than Node, or has no load balancer
 */
export function readContainers(
  template: Template,
  scope: LocalScope,
  assets: Assets,
): readonly ContainerDefinition[] {
  return resourcesOfType(template, 'AWS::ECS::Service').map((service) => {
    const fail = (what: string): never => {
      throw new TemplateError(`${service.logicalId} ${what}, which is not supported locally`);
    };
    const reference = scope.property(service, 'TaskDefinition');
    const task = referred(template, scope, 'AWS::ECS::TaskDefinition', reference);
    if (task === undefined) return fail('has a task definition of another stack');
    const [container, another] = listOf(scope.property(task, 'ContainerDefinitions')).map(recordOf);
    if (container === undefined || another !== undefined) return fail('has not exactly one container');
    const [program, ...argv] = listOf(container.Command).map((part) => textOf(part) ?? '');
    if (program !== 'node') return fail(`runs ${program}`);
    const environment = readEnvironment(container);
    const target = recordOf(listOf(scope.property(service, 'LoadBalancers'))[0]);
    const group = referred(
      template,
      scope,
      'AWS::ElasticLoadBalancingV2::TargetGroup',
      target.TargetGroupArn,
    );
    if (group === undefined) return fail('has no load balancer');
    return {
      logicalId: service.logicalId,
      name: scope.nameOf(service),
      roleArn: textOf(scope.property(task, 'TaskRoleArn')) ?? '',
      argv,
      environment,
      loadBalancer: loadBalancerOf(template, scope, group) ?? fail('has no listener'),
      healthPath: textOf(scope.property(group, 'HealthCheckPath')) ?? '/',
      program: readProgram(environment, assets),
    };
  });
}

function readEnvironment(container: JsonRecord): Readonly<Record<string, string>> {
  return Object.fromEntries(
    listOf(container.Environment).map((item) => {
      const { Name, Value } = recordOf(item);
      return [textOf(Name) ?? '', textOf(Value) ?? String(numberOf(Value) ?? '')];
    }),
  );
}

/** Returns the domain name of the load balancer whose listener forwards to a target group. */
function loadBalancerOf(template: Template, scope: LocalScope, group: Resource): string | undefined {
  const groupArn = scope.valueOf(group)?.ref;
  const listener = resourcesOfType(template, 'AWS::ElasticLoadBalancingV2::Listener').find((each) =>
    listOf(scope.property(each, 'DefaultActions')).some(
      (action) => recordOf(action).TargetGroupArn === groupArn,
    ),
  );
  const balancer = referred(
    template,
    scope,
    'AWS::ElasticLoadBalancingV2::LoadBalancer',
    listener && scope.property(listener, 'LoadBalancerArn'),
  );
  return balancer && scope.valueOf(balancer)?.attributes.DNSName;
}

/** Returns the resource of a type that a value refers to. */
function referred(
  template: Template,
  scope: LocalScope,
  type: string,
  reference: Json | undefined,
): Resource | undefined {
  return resourcesOfType(template, type).find((resource) => scope.valueOf(resource)?.ref === reference);
}

function readProgram(environment: Readonly<Record<string, string>>, assets: Assets): Program | undefined {
  const { ASSET_BUCKET: bucket, ASSET_KEY: key } = environment;
  const path = key === undefined ? undefined : assets.get(basename(key, extname(key)));
  return bucket === undefined || key === undefined || path === undefined ? undefined : { bucket, key, path };
}
