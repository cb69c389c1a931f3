import { Validations } from 'aws-cdk-lib';
import {
  GatewayVpcEndpointAwsService,
  IpAddresses,
  type IVpc,
  Peer,
  Port,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';

/** The port of the load balancer. */
export const loadBalancerPort = 80;

/**
 * A network of its own for the upload service, in two zones. Its tasks have public addresses, to download the image without the
 * price of a NAT gateway, and accept connections only from the load balancer, which is in private subnets, as VPC origins of
 * CloudFront require. S3 and DynamoDB are reached inside AWS.
 */
export class UploadNetwork extends Construct {
  readonly vpc: IVpc;
  readonly loadBalancerGroup: SecurityGroup;
  readonly taskGroup: SecurityGroup;

  constructor(scope: Construct, id: string, { taskPort }: { readonly taskPort: number }) {
    super(scope, id);
    const vpc = new Vpc(this, 'Vpc', {
      ipAddresses: IpAddresses.cidr('10.0.0.0/24'),
      maxAzs: 2,
      natGateways: 0,
      subnetConfiguration: [
        { name: 'public', subnetType: SubnetType.PUBLIC, cidrMask: 26 },
        { name: 'private', subnetType: SubnetType.PRIVATE_ISOLATED, cidrMask: 27 },
      ],
      gatewayEndpoints: {
        s3: { service: GatewayVpcEndpointAwsService.S3 },
        dynamodb: { service: GatewayVpcEndpointAwsService.DYNAMODB },
      },
      // Nothing uses that group, and emptying it takes a function.
      restrictDefaultSecurityGroup: false,
    });
    this.vpc = vpc as IVpc;
    this.loadBalancerGroup = new SecurityGroup(this, 'LoadBalancerGroup', {
      vpc: this.vpc,
      description: 'DocForge: CloudFront to the load balancer of uploads',
      allowAllOutbound: false,
    });
    this.taskGroup = new SecurityGroup(this, 'TaskGroup', {
      vpc: this.vpc,
      description: 'DocForge: tasks that receive uploads',
    });
    this.loadBalancerGroup.addIngressRule(Peer.anyIpv4(), Port.tcp(loadBalancerPort), 'CloudFront');
    this.loadBalancerGroup.addEgressRule(this.taskGroup, Port.tcp(taskPort), 'Tasks');
    this.taskGroup.addIngressRule(this.loadBalancerGroup, Port.tcp(taskPort), 'Load balancer');
    this.acknowledgeFindings();
  }

  private acknowledgeFindings(): void {
    Validations.of(this.vpc).acknowledge(
      {
        id: 'AwsSolutions-VPC7',
        reason: 'The service logs its requests; an operator who needs the connections too adds flow logs',
      },
      {
        id: 'CloudFormation-Validate::W3010',
        reason: 'Only an operator names zones, because VPC origins exclude single zones of some regions',
      },
    );
    Validations.of(this.loadBalancerGroup).acknowledge({
      id: 'AwsSolutions-EC23',
      reason:
        'The load balancer is internal and its network contains nothing else, so only CloudFront reaches it; the security group of CloudFront exists only after the first deployment',
    });
  }
}
