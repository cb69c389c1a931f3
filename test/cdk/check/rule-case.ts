import type { rules } from './rules.ts';
import type { Json } from './template.ts';

/** A rule, a template with one fault or none, and the faults that the rule finds in it. */
export type RuleCase = readonly [rule: keyof typeof rules, resources: Json, faults: readonly string[]];
