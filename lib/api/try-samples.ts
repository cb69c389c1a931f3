/** The sample files of `POST /try` by name, and the format that each can be converted to. */
export const trySamples = {
  scan: { filename: 'scan.pdf', to: 'docx' },
  table: { filename: 'invoice.pdf', to: 'xlsx' },
  letter: { filename: 'letter.docx', to: 'pdf' },
  paper: { filename: 'paper.pdf', to: 'docx' },
} as const;

/** The name of a sample. */
export type TrySample = keyof typeof trySamples;

const isTrySample = (name: string): name is TrySample => Object.hasOwn(trySamples, name);

/** The names of the samples. */
export const trySampleNames: readonly TrySample[] = Object.keys(trySamples).filter(isTrySample);

/** What `POST /try` extracts from each sample. */
export const tryFormats = ['markdown', 'tables', 'chunks', 'document'] as const;

/** The account that owns the jobs of `POST /try`. No key, user or e-mail address belongs to it, so nobody can sign in to it. */
export const tryAccountId = 'acct_00000000000000000000000TRY';

/** The largest result that a response of `POST /try` contains, in bytes. */
export const maxTryResultBytes = 262_144;

/** The longest `Prefer: wait` of `POST /try`, in seconds. Visitors share the functions with everyone. */
export const tryWaitSeconds = 5;
