import { createHmac } from 'node:crypto';
import type { Credentials } from '../function-host/environment.ts';
import { type Decision, evaluate } from './evaluate.ts';
import type { AccessRequest, Caller, Statement } from './policy.ts';
import { type AccessRecord, createRecord, type Recorder } from './record.ts';

/** Who may sign calls. An administrator may do everything, a role what its policies allow. */
export type Principal = {
  readonly credentials: Credentials;
  /** Undefined for the administrator. */
  readonly role: Role | undefined;
};

/** The role of one function. */
export type Role = {
  /** The function's logical id, for people. */
  readonly name: string;
  readonly caller: Caller;
  readonly statements: readonly Statement[];
};

/** Why a call is refused, in AWS's words. */
export type Denial = { readonly message: string };

/** The one check that every call to an emulator passes. */
export type Access = {
  /** Who has this access key; undefined if nobody has. */
  principalOf(accessKeyId: string): Principal | undefined;
  /** Judges everything that one call does; the first request that is denied refuses the call. */
  judge(principal: Principal, requests: readonly AccessRequest[]): Denial | undefined;
  /** Whether a request would be allowed. Records what allows it, and no refusal. */
  allows(principal: Principal, request: AccessRequest): boolean;
  /** Lets these roles and resource policies count from now on. Before that there is only the administrator. */
  load(policies: LoadedPolicies): void;
  /** The key of a function, always the same for one administrator's key. */
  credentialsOf(functionName: string): Credentials;
  /** Takes a statement away from a role, to see what needs it. */
  withhold(roleName: string, statementId: string): Withheld;
  readonly record: AccessRecord;
};

/** A statement that was taken away. What is refused for want of it is noted here and not in the record. */
export type Withheld = {
  readonly refused: readonly AccessRequest[];
  giveBack(): void;
};

/** The policies of a template. */
export type LoadedPolicies = {
  /** By the function's name. */
  readonly roles: ReadonlyMap<string, Role>;
  readonly resourceStatements: readonly Statement[];
};

/** A check that knows the administrator of these credentials, and roles once they are loaded. */
export function createAccess(administrator: Credentials): Access {
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
    judge: ({ role }, requests) => {
      if (role === undefined) return undefined;
      recorder.call();
      for (const request of requests) {
        const decision = decide(role, request);
        if (!decision.allowed) {
          if (!decision.isExpected) recorder.refused(role.name, request);
          return { message: explain(role, request, decision.reason) };
        }
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
      return { refused: taken.refused, giveBack: () => void withheld.delete(taken) };
    },
    record: recorder.record,
  };
}

/**
 * Derived and not drawn, so that addresses which a function signed outlive a restart. Temporary credentials, as a
 * function has on Lambda: their session token goes with every call and every signed address.
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
