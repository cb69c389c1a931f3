import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  Function as EdgeFunction,
  type FunctionAssociation,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
} from 'aws-cdk-lib/aws-cloudfront';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { originSecretHeader, viewerAddressHeader } from '../lib/api/origin-headers.ts';

/** Overwrites the client-address header with the viewer's real IP address. Runs in CloudFront. */
const identifyCode = `function handler(event) {
  var request = event.request;
  request.headers['${viewerAddressHeader.toLowerCase()}'] = { value: event.viewer.ip };
  return request;
}`;

/**
 * How the functions recognize a request that passed CloudFront, and the client's address in it: without this they would count
 * addresses of CloudFront, which all clients share.
 */
export class OriginSecret extends Construct {
  /** The value, as a reference that CloudFormation resolves. */
  readonly value: string;
  /** The headers that CloudFront adds to requests to an origin. */
  readonly headers: Readonly<Record<string, string>>;
  /** The function that states the client's address. */
  readonly identifyViewer: FunctionAssociation;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const secret = new Secret(this, 'Secret', {
      description: 'DocForge: proves to the API that a request passed CloudFront',
      generateSecretString: { excludePunctuation: true, passwordLength: 48 },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'It protects only the counting by address; a new one needs a deployment of CloudFront and of all functions',
    });
    // Unwrapped on purpose: headers and variables accept only strings, and the template contains only the reference.
    this.value = secret.secretValue.unsafeUnwrap();
    this.headers = { [originSecretHeader]: this.value };
    this.identifyViewer = {
      eventType: FunctionEventType.VIEWER_REQUEST,
      function: new EdgeFunction(this, 'Viewer', {
        runtime: FunctionRuntime.JS_2_0,
        code: FunctionCode.fromInline(identifyCode),
      }),
    };
  }
}
