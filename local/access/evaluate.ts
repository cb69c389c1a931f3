import type { AccessRequest, Caller, Statement } from './policy.ts';

/** The smallest part of a statement that calls can be matched with: one action, resource and partition. */
export type Grant = {
  readonly statement: string;
  readonly action: string;
  readonly resource: string;
  /** The pattern of `dynamodb:LeadingKeys`, if the statement has one. */
  readonly partition: string | undefined;
};

/** The outcome for one request. `reason` is the end of AWS's message. */
export type Decision =
  | { readonly allowed: true; readonly grants: readonly Grant[] }
  | { readonly allowed: false; readonly reason: string };

/** The policies that apply to a call. */
type Policies = { readonly identity: readonly Statement[]; readonly resource: readonly Statement[] };

const leadingKeys = 'dynamodb:leadingkeys';

/**
 * Evaluates policies as AWS does within one account: an explicit deny wins, then one allowing statement of the role or the
 * resource policy is enough. Otherwise the request is denied.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
 */
export function evaluate({ identity, resource }: Policies, caller: Caller, request: AccessRequest): Decision {
  const own = identity.filter((statement) => applies(statement, caller, request));
  const others = resource.filter((statement) => applies(statement, caller, request));
  const isDeny = ({ effect }: Statement): boolean => effect === 'Deny';
  if (own.some(isDeny))
    return { allowed: false, reason: 'with an explicit deny in an identity-based policy' };
  if (others.some(isDeny))
    return { allowed: false, reason: 'with an explicit deny in a resource-based policy' };
  const [allowing] = [...own, ...others];
  if (allowing !== undefined) return { allowed: true, grants: grantsUsed(allowing, request) };
  return {
    allowed: false,
    reason: `because no identity-based policy allows the ${request.action} action`,
  };
}

function applies(
  statement: Statement,
  caller: Caller,
  { action, resource, context = {} }: AccessRequest,
): boolean {
  if (statement.actions.fitting(action) === undefined) return false;
  if (statement.resources.fitting(resource) === undefined || !statement.appliesTo(caller)) return false;
  // The loopback interface has no TLS, but on AWS the call would use it.
  return statement.conditions.every(({ holds }) => holds({ 'aws:securetransport': ['true'], ...context }));
}

function grantsUsed({ id, actions, resources, conditions }: Statement, request: AccessRequest): Grant[] {
  const action = actions.fitting(request.action) ?? '';
  const resource = resources.fitting(request.resource) ?? '';
  const partitions = conditions
    .filter(({ key }) => key === leadingKeys)
    .flatMap(({ matching }) =>
      (request.context?.[leadingKeys] ?? []).flatMap((value) => matching(value)[0] ?? []),
    );
  const used = partitions.length === 0 ? [undefined] : [...new Set(partitions)];
  return used.map((partition) => ({ statement: id, action, resource, partition }));
}

/** Returns all grants of a statement. */
export function grantsOf({ id, actions, resources, conditions }: Statement): Grant[] {
  const partitions = conditions
    .filter(
      ({ key, matching, values }) =>
        key === leadingKeys && values.some((value) => matching(value).length > 0),
    )
    .flatMap(({ values }) => values);
  return actions.texts.flatMap((action) =>
    resources.texts.flatMap((resource) =>
      (partitions.length === 0 ? [undefined] : partitions).map((partition) => ({
        statement: id,
        action,
        resource,
        partition,
      })),
    ),
  );
}
