import { createHmac } from 'node:crypto';
import type { Credentials } from '../function-host/environment.ts';
import type { FaultKind } from '../injected-faults.ts';
import { type Decision, evaluate } from './evaluate.ts';
import type { AccessRequest, Caller, Statement } from './policy.ts';
import { type AccessRecord, createRecord, type Recorder } from './record.ts';

/** The owner of an access key. The administrator may do everything, a role what its policies allow. */
export type Principal = {
  readonly credentials: Credentials;
  /** Undefined for the administrator. */
  readonly role: Role | undefined;
};

/** The role of one function. */
export type Role = {
  /** The function's logical id, for messages. */
  readonly name: string;
  readonly caller: Caller;
  readonly statements: readonly Statement[];
};

/** The reason why a call is denied, in AWS's wording. */
type Denial = { readonly message: string; readonly kind: FaultKind };

/** Authorizes every call to an emulator. */
export type Access = {
  /** Returns the owner of an access key, undefined if it is unknown. */
  principalOf(accessKeyId: string): Principal | undefined;
  /** Authorizes all requests of one call. Returns the denial of the first request that is not allowed. */
  authorize(principal: Principal, requests: readonly AccessRequest[]): Denial | undefined;
  /** Returns whether a request would be allowed. Records the grant, but no denial. */
  allows(principal: Principal, request: AccessRequest): boolean;
  /** Adds roles and resource policies. Before that, only the administrator has access. */
  load(policies: LoadedPolicies): void;
  /** Returns the credentials of a function, derived from the administrator's key. */
  credentialsOf(functionName: string): Credentials;
  /** Removes a statement from a role for a time, to find the calls that need it. */
  withhold(roleName: string, statementId: string): Withheld;
  readonly record: AccessRecord;
};

/** A removed statement. The requests that are denied without it are listed here and not in the record. */
type Withheld = {
  readonly refused: readonly AccessRequest[];
  restore(): void;
};

/** The policies of a template. */
export type LoadedPolicies = {
  /** By the function's name. */
  readonly roles: ReadonlyMap<string, Role>;
  readonly resourceStatements: readonly Statement[];
};

/**
 * Creates an access check with an administrator and no roles.
 *
 * @param faultOf how a call of a role fails although it is allowed, for tests; undefined if it does not
 */
export function createAccess(
  administrator: Credentials,
  faultOf: (role: string, request: AccessRequest) => FaultKind | undefined = () => undefined,
): Access {
  const principals = new Map<string, Principal>([
    [administrator.accessKeyId, { credentials: administrator, role: undefined }],
  ]);
  const withheld = new Set<{ roleName: string; statementId: string; refused: AccessRequest[] }>();
  const recorder: Recorder = createRecord();
  let resourceStatements: readonly Statement[] = [];

  const decideBy = (identity: readonly Statement[], role: Role, request: AccessRequest): Decision =>
    evaluate({ identity, resource: resourceStatements }, role.caller, request);
  const decide = (role: Role, request: AccessRequest): Decision & { readonly isExpected?: boolean } => {
    const taken = [...withheld].filter(({ roleName }) => roleName === role.name);
    if (taken.length === 0) return decideBy(role.statements, role, request);
    const left = role.statements.filter(({ id }) => taken.every(({ statementId }) => statementId !== id));
    const decision = decideBy(left, role, request);
    if (decision.allowed || !decideBy(role.statements, role, request).allowed) return decision;
    for (const { refused } of taken) refused.push(request);
    return { ...decision, isExpected: true };
  };
  const credentialsOf = (functionName: string): Credentials =>
    functionCredentials(administrator, functionName);

  return {
    principalOf: (accessKeyId) => principals.get(accessKeyId),
    authorize: ({ role }, requests) => {
      if (role === undefined) return undefined;
      recorder.call();
      for (const request of requests) {
        const decision = decide(role, request);
        if (!decision.allowed) {
          if (!decision.isExpected) recorder.refused(role.name, request);
          return { message: explain(role, request, decision.reason), kind: 'access-denied' };
        }
        const kind = faultOf(role.name, request);
        if (kind !== undefined) return { message: `Injected: ${kind}`, kind };
        recorder.used(role.name, decision.grants);
      }
      return undefined;
    },
    allows: ({ role }, request) => {
      if (role === undefined) return true;
      const decision = decide(role, request);
      if (decision.allowed) recorder.used(role.name, decision.grants);
      return decision.allowed;
    },
    load: (policies) => {
      resourceStatements = policies.resourceStatements;
      for (const [functionName, role] of policies.roles) {
        const credentials = credentialsOf(functionName);
        principals.set(credentials.accessKeyId, { credentials, role });
        recorder.granted(role.name, role.statements);
      }
    },
    credentialsOf,
    withhold: (roleName, statementId) => {
      const taken = { roleName, statementId, refused: [] };
      withheld.add(taken);
      return { refused: taken.refused, restore: () => void withheld.delete(taken) };
    },
    record: recorder.record,
  };
}

/**
 * Derives a function's credentials, so that the URLs it signed stay valid after a restart. They are temporary credentials
 * with a session token, as on Lambda.
 */
function functionCredentials(administrator: Credentials, functionName: string): Credentials {
  const derive = (purpose: string): Buffer =>
    createHmac('sha256', administrator.secretAccessKey).update(`${purpose} ${functionName}`).digest();
  return {
    accessKeyId: `ASIA${derive('id').toString('hex').slice(0, 16).toUpperCase()}`,
    secretAccessKey: derive('secret').toString('base64url').slice(0, 40),
    sessionToken: derive('token').toString('base64'),
  };
}

function explain({ caller }: Role, { action, resource }: AccessRequest, reason: string): string {
  return `User: ${caller.arn} is not authorized to perform: ${action} on resource: ${resource} ${reason}`;
}
