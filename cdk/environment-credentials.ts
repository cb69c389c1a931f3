import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Replaces the SDK's chain of credential providers in the bundles of functions, because Lambda passes their credentials in
 * environment variables. The providers for profiles, sign-in and instances are a fifth of a bundle.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime
 */
export const defaultProvider = () => fromEnv();
