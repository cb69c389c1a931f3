/** The payload of a failed invocation, as on Lambda. */
export type FunctionFailure = {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
};

/** An invocation, sent to a function's process. `payload` is JSON text, `deadline` is in epoch milliseconds. */
export type HostRequest = {
  readonly id: string;
  readonly payload: string;
  readonly deadline: number;
  readonly functionArn: string;
};

/** A message from a function's process. `payload` is JSON text. */
export type HostReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'init-failure'; readonly failure: FunctionFailure }
  | { readonly kind: 'result'; readonly id: string; readonly payload: string }
  | { readonly kind: 'failure'; readonly id: string; readonly failure: FunctionFailure };
