/** What Lambda answers as the payload of an invocation that failed. */
export type FunctionFailure = {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
};

/** From the stack to a function's process: one invocation. `payload` is JSON text, `deadline` epoch milliseconds. */
export type HostRequest = {
  readonly id: string;
  readonly payload: string;
  readonly deadline: number;
  readonly functionArn: string;
};

/** From a function's process to the stack. `payload` is JSON text. */
export type HostReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'init-failure'; readonly failure: FunctionFailure }
  | { readonly kind: 'result'; readonly id: string; readonly payload: string }
  | { readonly kind: 'failure'; readonly id: string; readonly failure: FunctionFailure };
