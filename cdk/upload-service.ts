import { Duration, Validations } from 'aws-cdk-lib';
import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { SubnetType } from 'aws-cdk-lib/aws-ec2';
import {
  AvailabilityZoneRebalancing,
  Cluster,
  ContainerImage,
  ContainerInsights,
  CpuArchitecture,
  FargateService,
  FargateTaskDefinition,
  type ICluster,
  LogDrivers,
  OperatingSystemFamily,
} from 'aws-cdk-lib/aws-ecs';
import {
  ApplicationLoadBalancer,
  ApplicationProtocol,
  ApplicationTargetGroup,
  TargetType,
} from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { uploadTimes } from '../lib/api/limits.ts';
import { routes } from '../lib/api/routes.ts';
import { uploadService, uploadServicePort } from '../lib/functions/upload-service.ts';
import { type ContainerProgram, containerProgram } from './container-program.ts';
import { type Environment, environmentOf, metricsNamespace } from './environment.ts';
import { expiringLog } from './expiring-log.ts';
import { type GrantResources, grantStatements } from './grant-statement.ts';
import { logMetric } from './log-metric.ts';
import { settingsOf } from './settings.ts';
import { loadBalancerPort, UploadNetwork } from './upload-network.ts';

/** A public image with the Node that this project is tested with, and nothing else that is needed. */
const image = 'public.ecr.aws/docker/library/node:24.21.0-slim';

/** Uploads in flight for each task, on average, that the number of tasks is adjusted to. */
const uploadsPerTask = 20;
const maxTasks = 4;

/** Fargate's longest time between SIGTERM and SIGKILL. */
const stopSeconds = 120;

/** The resources and variables that the service refers to. */
type UploadServiceProps = {
  readonly resources: GrantResources;
  readonly environment: Environment;
};

/**
 * The program that receives uploads of the full size: containers of Fargate behind an internal load balancer, which CloudFront
 * reaches as a VPC origin. No image is built: the container of a public image downloads the program.
 */
export class UploadService extends Construct {
  readonly loadBalancer: ApplicationLoadBalancer;
  readonly targets: ApplicationTargetGroup;

  constructor(scope: Construct, id: string, props: UploadServiceProps) {
    super(scope, id);
    const network = new UploadNetwork(this, 'Network', { taskPort: uploadServicePort });
    const logGroup = expiringLog(this, 'Log');
    const service = this.createService(network, this.createTask(logGroup, props));
    this.targets = new ApplicationTargetGroup(this, 'Targets', {
      vpc: network.vpc,
      targetType: TargetType.IP,
      protocol: ApplicationProtocol.HTTP,
      port: uploadServicePort,
      targets: [service],
      // Uploads that are under way when a task is to be stopped end before that.
      deregistrationDelay: Duration.seconds(uploadTimes.totalSeconds),
      healthCheck: {
        path: routes.health.path,
        interval: Duration.seconds(10),
        timeout: Duration.seconds(5),
        healthyThresholdCount: 2,
        unhealthyThresholdCount: 3,
      },
    });
    this.loadBalancer = this.createLoadBalancer(network);
    // Each task logs its own.
    const inFlight = logMetric(this, logGroup, 'uploadsInFlight', {
      statistic: Stats.AVERAGE,
      period: Duration.minutes(1),
    });
    scaleByUploads(service, inFlight);
  }

  private createTask(
    logGroup: LogGroup,
    { resources, environment }: UploadServiceProps,
  ): FargateTaskDefinition {
    const program = containerProgram(this, uploadService.file);
    const task = new FargateTaskDefinition(this, 'Task', {
      cpu: uploadService.cpuUnits,
      memoryLimitMiB: uploadService.memoryMegabytes,
      runtimePlatform: {
        // A fifth cheaper. Neither the program nor its start has native code.
        cpuArchitecture: CpuArchitecture.ARM64,
        operatingSystemFamily: OperatingSystemFamily.LINUX,
      },
    });
    task.addContainer('Program', {
      image: ContainerImage.fromRegistry(settingsOf(this).uploadImage ?? image),
      command: [...program.command],
      user: 'node',
      environment: {
        ...program.environment,
        ...environmentOf(uploadService.environment, { ...environment, port: String(uploadServicePort) }),
        POWERTOOLS_METRICS_NAMESPACE: metricsNamespace,
      },
      portMappings: [{ containerPort: uploadServicePort }],
      stopTimeout: Duration.seconds(stopSeconds),
      logging: LogDrivers.awsLogs({ logGroup, streamPrefix: 'uploads' }),
    });
    for (const statement of grantStatements(uploadService.grants, resources))
      task.addToTaskRolePolicy(statement);
    task.addToTaskRolePolicy(readProgram(program));
    Validations.of(task).acknowledge({
      id: 'AwsSolutions-ECS2',
      reason:
        'The variables contain names of resources; the secret is a reference that CloudFormation resolves',
    });
    return task;
  }

  private createService(network: UploadNetwork, taskDefinition: FargateTaskDefinition): FargateService {
    const cluster = new Cluster(this, 'Cluster', {
      vpc: network.vpc,
      containerInsightsV2: ContainerInsights.DISABLED,
    });
    Validations.of(cluster).acknowledge({
      id: 'AwsSolutions-ECS4',
      reason: 'Container Insights costs more than the task; the alarms watch the load balancer',
    });
    return new FargateService(this, 'Service', {
      cluster: cluster as ICluster,
      taskDefinition,
      assignPublicIp: true,
      vpcSubnets: { subnetType: SubnetType.PUBLIC },
      securityGroups: [network.taskGroup],
      desiredCount: 1,
      minHealthyPercent: 100,
      maxHealthyPercent: 200,
      circuitBreaker: { enable: true, rollback: true },
      availabilityZoneRebalancing: AvailabilityZoneRebalancing.ENABLED,
      healthCheckGracePeriod: Duration.seconds(60),
    });
  }

  private createLoadBalancer({ vpc, loadBalancerGroup }: UploadNetwork): ApplicationLoadBalancer {
    const loadBalancer = new ApplicationLoadBalancer(this, 'LoadBalancer', {
      vpc,
      internetFacing: false,
      vpcSubnets: { subnetType: SubnetType.PRIVATE_ISOLATED },
      securityGroup: loadBalancerGroup,
      idleTimeout: Duration.seconds(60),
      dropInvalidHeaderFields: true,
    });
    loadBalancer.addListener('Http', {
      port: loadBalancerPort,
      protocol: ApplicationProtocol.HTTP,
      open: false,
      defaultTargetGroups: [this.targets],
    });
    Validations.of(loadBalancer).acknowledge({
      id: 'AwsSolutions-ELB2',
      reason: 'The service logs its requests, and CloudFront is the only client of the load balancer',
    });
    return loadBalancer;
  }
}

/** Allows reading the program, and nothing else of the deployment's assets. */
const readProgram = ({ asset }: ContainerProgram): PolicyStatement =>
  new PolicyStatement({
    effect: Effect.ALLOW,
    actions: ['s3:GetObject'],
    resources: [asset.bucket.arnForObjects(asset.s3ObjectKey)],
  });

const scaleByUploads = (service: FargateService, customMetric: Metric): void => {
  service.autoScaleTaskCount({ minCapacity: 1, maxCapacity: maxTasks }).scaleToTrackCustomMetric('Uploads', {
    metric: customMetric,
    targetValue: uploadsPerTask,
    scaleOutCooldown: Duration.minutes(1),
    scaleInCooldown: Duration.minutes(10),
  });
};
