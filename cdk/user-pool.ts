import { Aws, Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { AccountRecovery, FeaturePlan, Mfa, UserPool, UserPoolEmail } from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import { isFirstDeployment } from './first-deployment.ts';
import { type Settings, settingsOf } from './settings.ts';

type Mail = NonNullable<NonNullable<Settings['cognito']>['mail']>;

/** The sender of the pool's e-mails: an identity that is verified in Amazon SES, in the region of the pool. */
const mailOf = ({ from, name, domain }: Mail, sesRegion: string): UserPoolEmail =>
  UserPoolEmail.withSES({
    fromEmail: from,
    sesRegion,
    ...(name === undefined ? {} : { fromName: name }),
    ...(domain === undefined ? {} : { sesVerifiedDomain: domain }),
  });

/** Creates the user pool of the dashboard's users, which is retained if its stack is deleted. */
export const createUserPool = (scope: Construct): UserPool => {
  const { signUp, region, cognito } = settingsOf(scope);
  const isFirst = isFirstDeployment(scope);
  const pool = new UserPool(scope, 'UserPool', {
    ...(cognito?.mail && { email: mailOf(cognito.mail, region ?? Aws.REGION) }),
    featurePlan: FeaturePlan.ESSENTIALS,
    signInAliases: { email: true },
    signInCaseSensitive: false,
    selfSignUpEnabled: signUp === 'open',
    autoVerify: { email: true },
    // A changed address takes effect once its owner has confirmed it.
    keepOriginal: { email: true },
    standardAttributes: { email: { required: true, mutable: true } },
    passwordPolicy: {
      minLength: 12,
      requireDigits: true,
      requireLowercase: true,
      requireUppercase: true,
      requireSymbols: true,
      tempPasswordValidity: Duration.days(3),
    },
    mfa: Mfa.OPTIONAL,
    mfaSecondFactor: { otp: true, sms: false },
    accountRecovery: AccountRecovery.EMAIL_ONLY,
    deletionProtection: !isFirst,
    // Without the first step, a rollback that deletes the protected pool would fail.
    removalPolicy: isFirst ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.RETAIN,
  });
  Validations.of(pool).acknowledge(
    {
      id: 'AwsSolutions-COG2',
      reason: 'A second factor is optional; an operator who requires it sets Mfa.REQUIRED',
    },
    {
      id: 'AwsSolutions-COG8',
      reason:
        'Threat protection is priced by user and month; passwords are long, and Cognito limits attempts on every plan',
    },
  );
  return pool;
};
