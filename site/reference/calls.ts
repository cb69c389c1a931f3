import * as z from 'zod';
import { exampleFileId, exampleJobId } from '../../lib/api/example-ids.ts';
import { shellQuoted } from '../../lib/code-text.ts';
import type { Tab } from '../highlight.ts';
import type { Endpoint } from './document.ts';

/** The variables of ids and keys that examples contain. */
const variables: readonly (readonly [example: RegExp, name: string])[] = [
  [new RegExp(exampleFileId, 'g'), '$FILE_ID'],
  [new RegExp(exampleJobId, 'g'), '$JOB_ID'],
  [/df_live_\w+/g, '$KEY'],
];

/** Quotes an argument for the shell, with variables in place of the ids of examples. */
const quotedArgument = (text: string): string =>
  variables
    .reduce((result, [example, name]) => result.replaceAll(example, `'${name}'`), shellQuoted(text))
    .replace(/''$/, '');

/** The variables of paths in calls. */
const pathVariables: Readonly<Record<string, string>> = {
  file: '$FILE_ID',
  job: '$JOB_ID',
  webhooks: '$WEBHOOK_ID',
};

const withVariables = (path: string): string =>
  path
    .replace('{id}', pathVariables[path.split('/')[1] ?? ''] ?? '$ID')
    .replace('{delivery_id}', '$DELIVERY_ID');

/** The largest body in JSON on one line. */
const maxLineLength = 50;

/** Formats an example of a body as arguments of curl. The part `file` of a form is a file. */
const bodyArguments = (type: string, example: unknown): string[] => {
  const members = Object.entries(z.record(z.string(), z.unknown()).safeParse(example).data ?? {});
  if (type === 'multipart/form-data')
    return members.map(([name, value]) =>
      name === 'file' ? '-F file=@report.pdf' : `-F ${quotedArgument(`${name}=${value}`)}`,
    );
  if (type === 'application/x-www-form-urlencoded')
    return members.map(([name, value]) => `-d ${quotedArgument(`${name}=${value}`)}`);
  const line = quotedArgument(JSON.stringify(example));
  const data = line.length > maxLineLength ? quotedArgument(JSON.stringify(example, undefined, 2)) : line;
  return [`-H 'Content-Type: ${type}'`, `-d ${data}`];
};

/** Returns a request as a curl command with the variables `$URL` and `$TOKEN`. */
export const curlOf = (
  { method, path, security }: Endpoint,
  body?: { readonly type: string; readonly example: unknown },
): string => {
  const implied = body === undefined ? 'GET' : 'POST';
  const parts = [
    `curl${method === implied ? '' : ` -X ${method}`} "$URL${withVariables(path)}"`,
    ...(security.length > 0 ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined ? [] : bodyArguments(body.type, body.example)),
  ];
  return parts.join(' \\\n  ');
};

/** Code of the clients by the id of an operation, if they have a call for it. */
const clientCalls: Readonly<Record<string, { readonly typescript: string; readonly python: string }>> = {
  authorize: {
    typescript: `// The client exchanges the key when it needs a token.
const docforge = new DocForge({ baseUrl, apiKey });`,
    python: `# The client exchanges the key when it needs a token.
docforge = DocForge(base_url=base_url, api_key=api_key)`,
  },
  upload: {
    typescript: `const fileId = await docforge.upload('report.pdf');`,
    python: `file_id = docforge.upload("report.pdf")`,
  },
  createUpload: {
    typescript: `// Files that the API does not accept go directly to storage.
const fileId = await docforge.upload('large-report.pdf');`,
    python: `# Files that the API does not accept go directly to storage.
file_id = docforge.upload("large-report.pdf")`,
  },
  getFile: {
    typescript: `const file = await docforge.file(fileId);`,
    python: `file = docforge.file(file_id)`,
  },
  deleteFile: {
    typescript: `await docforge.deleteFile(fileId);`,
    python: `docforge.delete_file(file_id)`,
  },
  listFiles: {
    typescript: `for await (const file of docforge.files()) console.log(file.filename);`,
    python: `for file in docforge.files():
    print(file["filename"])`,
  },
  convert: {
    typescript: `const result = await docforge.convert('report.pdf', {
  to: 'markdown',
  options: { pages: '1-3' },
});
await result.save('report.md');`,
    python: `result = docforge.convert("report.pdf", to="markdown", options={"pages": "1-3"})
result.save("report.md")`,
  },
  extract: {
    typescript: `const tables = await docforge.extract('report.pdf', { format: 'tables' });
console.log(await tables.json());`,
    python: `tables = docforge.extract("report.pdf", format="tables")
print(tables.json())`,
  },
  getJob: {
    typescript: `const job = await docforge.job(jobId);
const ended = await docforge.waitFor(jobId);`,
    python: `job = docforge.job(job_id)
ended = docforge.wait_for(job_id)`,
  },
  deleteJob: {
    typescript: `await docforge.deleteJob(jobId);`,
    python: `docforge.delete_job(job_id)`,
  },
  getResult: {
    typescript: `const job = await docforge.waitFor(jobId);
await docforge.result(job).save('report.md');`,
    python: `job = docforge.wait_for(job_id)
docforge.result(job).save("report.md")`,
  },
  listJobs: {
    typescript: `for await (const job of docforge.jobs({ status: 'complete' })) console.log(job.job_id);`,
    python: `for job in docforge.jobs(status="complete"):
    print(job["job_id"])`,
  },
  cancelJob: {
    typescript: `const job = await docforge.cancel(jobId);`,
    python: `job = docforge.cancel(job_id)`,
  },
  listWebhooks: {
    typescript: `const webhooks = await docforge.webhooks();`,
    python: `webhooks = docforge.webhooks()`,
  },
  getWebhook: {
    typescript: `const webhook = await docforge.webhook(webhookId);`,
    python: `webhook = docforge.webhook(webhook_id)`,
  },
  updateWebhook: {
    typescript: `const webhook = await docforge.updateWebhook(webhookId, {
  events: ['job.completed'],
});`,
    python: `webhook = docforge.update_webhook(webhook_id, events=["job.completed"])`,
  },
  deleteWebhook: {
    typescript: `await docforge.deleteWebhook(webhookId);`,
    python: `docforge.delete_webhook(webhook_id)`,
  },
  getFormats: {
    typescript: `const { conversions } = await docforge.formats({ from: 'pdf' });`,
    python: `formats = docforge.formats(from_="pdf")`,
  },
  getUsage: {
    typescript: `const usage = await docforge.usage();`,
    python: `usage = docforge.usage()`,
  },
};

/** What a body is, as a comment above one of several commands. */
const bodyLabels: Readonly<Record<string, string>> = {
  'application/json': 'JSON',
  'application/x-www-form-urlencoded': 'A form',
  'multipart/form-data': 'With the file in the request',
};

/** Returns the call of an endpoint in each way to make it, with the first example of each type of body. */
export const callsOf = (endpoint: Endpoint): readonly Tab[] => {
  const bodies = Object.entries(endpoint.requestBody?.content ?? {}).flatMap(([type, { examples }]) => {
    const [example] = Object.values(examples);
    return example === undefined ? [] : [{ type, example: example.value }];
  });
  const commands = bodies.map((body) =>
    bodies.length === 1
      ? curlOf(endpoint, body)
      : `# ${bodyLabels[body.type] ?? body.type}\n${curlOf(endpoint, body)}`,
  );
  const client = clientCalls[endpoint.operationId];
  return [
    {
      label: 'curl',
      language: 'bash',
      code: (bodies.length === 0 ? [curlOf(endpoint)] : commands).join('\n\n'),
    },
    ...(client === undefined
      ? []
      : [
          { label: 'TypeScript', language: 'typescript', code: client.typescript },
          { label: 'Python', language: 'python', code: client.python },
        ]),
  ];
};

/** Returns the further examples of bodies in JSON as commands, by name. */
export const furtherCalls = (
  endpoint: Endpoint,
): readonly { readonly name: string; readonly code: string }[] => {
  const type = 'application/json';
  const [, ...examples] = Object.entries(endpoint.requestBody?.content[type]?.examples ?? {});
  return examples.map(([name, { value }]) => ({ name, code: curlOf(endpoint, { type, example: value }) }));
};

/** The operations with code of the clients. */
export const clientOperations = Object.keys(clientCalls);
