/** A terminal, or a pipe. */
type Output = { readonly isTTY?: boolean; write(text: string): unknown };

/** Reports the stages of a start, of which one runs at a time. */
export type Progress = {
  /** Ends the stage before. */
  readonly begin: (stage: string) => void;
  readonly end: () => void;
};

/** The columns up to the times. */
const labelWidth = 32;

/** Prints a line for each stage: on a terminal with its time once it has ended, in a pipe when it begins. */
export function printProgress(output: Output, now: () => number = () => performance.now()): Progress {
  let current: { readonly stage: string; readonly startedAt: number } | undefined;
  const end = (): void => {
    if (current !== undefined && output.isTTY === true) {
      const seconds = ((now() - current.startedAt) / 1000).toFixed(1);
      output.write(`\r\u001b[K  ${current.stage.padEnd(labelWidth)}${seconds.padStart(5)} s\n`);
    }
    current = undefined;
  };
  return {
    begin: (stage) => {
      end();
      current = { stage, startedAt: now() };
      output.write(output.isTTY === true ? `  ${stage} ...` : `  ${stage}\n`);
    },
    end,
  };
}
