import { environmentNames } from '../../lib/env.ts';
import type { ApiFunction } from '../../lib/http/api-handler.ts';
import { callFunction, type TestAnswer, type TestRequest } from './api-event.ts';
import { clientId, startTestIssuer, type TestIssuer } from './issuer.ts';
import { startTestService, type TestService } from './service.ts';

/** A person at the issuer, with the calls of their dashboard. */
export type TestUser = {
  readonly subject: string;
  readonly email: string;
  /** Calls a function as this user. */
  call(name: string, request?: TestRequest): Promise<TestAnswer>;
};

/** The functions, with an issuer that their users sign in at. */
export type UserService = {
  readonly service: TestService;
  readonly provider: TestIssuer;
  /** Calls a function, named after its file. */
  call(name: string, request?: TestRequest): Promise<TestAnswer>;
  /** A new person; claims replace those of their ID token. */
  newUser(claims?: Readonly<Record<string, unknown>>): Promise<TestUser>;
  close(): Promise<void>;
};

/** Starts the emulators and an issuer, and sets the environment of the functions. */
export const startUserService = async (): Promise<UserService> => {
  const [service, provider] = await Promise.all([startTestService(), startTestIssuer()]);
  process.env[environmentNames.oidcIssuer] = provider.issuer;
  process.env[environmentNames.oidcClientId] = clientId;
  process.env[environmentNames.apiUrl] = 'https://api.docforge.example/v1';
  process.env[environmentNames.signUp] = 'open';
  const call = async (name: string, request: TestRequest = {}): Promise<TestAnswer> => {
    const { handler }: { handler: ApiFunction } = await import(`../../functions/api/${name}.ts`);
    return callFunction(handler, request);
  };
  return {
    service,
    provider,
    call,
    newUser: async (claims = {}) => {
      const subject = String(claims.sub ?? crypto.randomUUID());
      const email = String(claims.email ?? `${crypto.randomUUID()}@example.test`);
      const token = await provider.sign({ sub: subject, email, ...claims });
      return { subject, email, call: (name, request = {}) => call(name, { token, ...request }) };
    },
    close: async () => {
      await Promise.all([service.close(), provider.close()]);
    },
  };
};
