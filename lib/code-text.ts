// Values in the code and the commands that the dashboard and the documentation show.

/** Quotes a text for the shell. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A word of a command, quoted if the shell would change it. */
export const shellWord = (text: string): string => (/^[\w./:=@%+,-]+$/.test(text) ? text : shellQuoted(text));

/** The `file` part of a form for curl, which has a syntax of its own for paths (curl(1), -F). Quoted for the shell. */
export const curlFile = (path: string): string =>
  shellQuoted(
    /[;,"\\]/.test(path) ? `file=@"${path.replace(/["\\]/g, (char) => `\\${char}`)}"` : `file=@${path}`,
  );

/** A text in TypeScript, in single quotes. */
export const scriptText = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A value of JSON in TypeScript. */
export const scriptValue = (value: unknown): string => {
  if (typeof value === 'string') return scriptText(value);
  if (Array.isArray(value)) return `[${value.map(scriptValue).join(', ')}]`;
  if (!isObject(value)) return String(value);
  const members = Object.entries(value).map(([name, member]) => `${name}: ${scriptValue(member)}`);
  return `{ ${members.join(', ')} }`;
};

const pythonNames = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
]);

/** A value of JSON in Python. */
export const pythonValue = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  if (!isObject(value)) return pythonNames.get(value) ?? JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${pythonValue(member)}`,
  );
  return `{${members.join(', ')}}`;
};
