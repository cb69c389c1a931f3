import {
  curlFile,
  pythonValue,
  scriptText,
  scriptValue,
  shellQuoted,
  shellWord,
} from '../../lib/code-text.ts';

/** The current request of the playground. */
export type SnippetCall = {
  /** The base URL of the API, without a trailing slash. */
  readonly url: string;
  readonly filename: string;
  /** Whether the file is too large for one call on a deployed service. */
  readonly isLarge: boolean;
  readonly operation: 'convert' | 'extract';
  readonly target: string;
  readonly options: Readonly<Record<string, unknown>>;
};

/** The languages, in the order of their tabs. */
export const languages = ['curl', 'TypeScript', 'Python'] as const;

/** A language of the code snippets. */
export type Language = (typeof languages)[number];

/** The fields of the request besides the file. */
const fieldsOf = ({ operation, target, options }: SnippetCall): Record<string, unknown> => ({
  ...(operation === 'convert' ? { to: target } : { format: target }),
  ...(Object.keys(options).length === 0 ? {} : { options }),
});

/** The fields as parts of a form, in which options are JSON. */
const partsOf = (call: SnippetCall): readonly (readonly [name: string, value: string])[] =>
  Object.entries(fieldsOf(call)).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);

const curl = (call: SnippetCall): string => {
  const file = curlFile(call.filename);
  const parts = partsOf(call).map(([name, value]) => ` \\\n  -F ${shellWord(`${name}=${value}`)}`);
  const authorize = `URL=${call.url}
TOKEN=$(curl -s $URL/authorize -d grant_type=client_credentials \\
  --data-urlencode "client_secret=$DOCFORGE_API_KEY" |
  sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
`;
  if (!call.isLarge)
    return `${authorize}
# Waits for the result and saves it under its own name.
curl -sS --fail-with-body -LOJ $URL/${call.operation} \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Prefer: wait=25' -H 'Accept: application/octet-stream' \\
  -F ${file}${parts.join('')}
`;
  // The body is in single quotes, except for the file id.
  const rest = JSON.stringify(fieldsOf(call)).slice(1).replaceAll("'", "'\\''");
  return `${authorize}
# Over 4 MB: send the file directly to storage.
FILE=${shellQuoted(call.filename)}
UPLOAD=$(jq -n --arg name "$FILE" --argjson size $(wc -c < "$FILE") \\
    '{filename: $name, size_bytes: $size}' |
  curl -s $URL/uploads -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d @-)
mapfile -t FIELDS < <(jq -r '.upload.fields |
  to_entries[] | "-F", "\\(.key)=\\(.value)"' <<< "$UPLOAD")
curl -s "$(jq -r .upload.url <<< "$UPLOAD")" "\${FIELDS[@]}" \\
  -F ${file}
FILE_ID=$(jq -r .file_id <<< "$UPLOAD")

# Waits for the result and saves it under its own name.
curl -sS --fail-with-body -LOJ $URL/${call.operation} \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -H 'Prefer: wait=25' -H 'Accept: application/octet-stream' \\
  -d '{"file_id":"'$FILE_ID'",${rest}'
`;
};

const typeScript = (call: SnippetCall): string => {
  const name = scriptText(call.filename);
  const authorize = `import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';

const url = ${scriptText(call.url)};
const check = async (response: Response) => {
  if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
  return response;
};
const authorized = await check(await fetch(\`\${url}/authorize\`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ api_key: process.env.DOCFORGE_API_KEY }),
}));
const { access_token } = await authorized.json();
const headers = { Authorization: \`Bearer \${access_token}\`, Prefer: 'wait=25' };
`;
  const finish = `let job = await (await check(response)).json();

// Only for a job that takes longer than 25 seconds.
while (['queued', 'processing'].includes(job.status)) {
  job = await (await check(await fetch(\`\${url}/job/\${job.job_id}?wait=25\`, { headers }))).json();
}
if (job.status !== 'complete') throw new Error(job.error?.message ?? job.status);

const result = await check(await fetch(job.output_url));
await writeFile(job.output.filename, Buffer.from(await result.arrayBuffer()));
`;
  if (!call.isLarge) {
    const parts = partsOf(call).map(([field, value]) => `form.append('${field}', ${scriptText(value)});\n`);
    return `${authorize}
const form = new FormData();
form.append('file', await openAsBlob(${name}), ${name});
${parts.join('')}const response = await fetch(\`\${url}/${call.operation}\`, { method: 'POST', headers, body: form });
${finish}`;
  }
  const members = Object.entries(fieldsOf(call)).map(([field, value]) => `${field}: ${scriptValue(value)}`);
  return `${authorize}
const post = async (path: string, body: object) =>
  fetch(url + path, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

// Over 4 MB: send the file directly to storage.
const file = await openAsBlob(${name});
const created = await check(await post('/uploads', { filename: ${name}, size_bytes: file.size }));
const { file_id, upload } = await created.json();
const form = new FormData();
for (const [name, value] of Object.entries<string>(upload.fields)) form.append(name, value);
form.append('file', file);
await check(await fetch(upload.url, { method: 'POST', body: form }));

const response = await post('/${call.operation}', { ${['file_id', ...members].join(', ')} });
${finish}`;
};

const python = (call: SnippetCall): string => {
  const name = JSON.stringify(call.filename);
  const authorize = `import os
import requests

url = ${JSON.stringify(call.url)}
api = requests.Session()


def check(response):
    if not response.ok:
        raise SystemExit(f"{response.status_code} {response.text}")
    return response.json()


key = {"api_key": os.environ["DOCFORGE_API_KEY"]}
token = check(api.post(f"{url}/authorize", json=key))["access_token"]
api.headers.update({"Authorization": f"Bearer {token}", "Prefer": "wait=25"})
`;
  const finish = `
# Only for a job that takes longer than 25 seconds.
while job["status"] in ("queued", "processing"):
    job = check(api.get(f"{url}/job/{job['job_id']}", params={"wait": 25}))
if job["status"] != "complete":
    raise SystemExit(job["error"] and job["error"]["message"] or job["status"])

with open(job["output"]["filename"], "wb") as result:
    result.write(requests.get(job["output_url"]).content)
`;
  if (!call.isLarge) {
    const parts = partsOf(call).map(([field, value]) => `${JSON.stringify(field)}: ${JSON.stringify(value)}`);
    return `${authorize}
with open(${name}, "rb") as file:
    fields = {${parts.join(', ')}}
    job = check(api.post(f"{url}/${call.operation}", data=fields, files={"file": file}))
${finish}`;
  }
  const members = Object.entries(fieldsOf(call)).map(
    ([field, value]) => `${JSON.stringify(field)}: ${pythonValue(value)}`,
  );
  return `${authorize}
# Over 4 MB: send the file directly to storage.
name = ${name}
size = {"filename": name, "size_bytes": os.path.getsize(name)}
created = check(api.post(f"{url}/uploads", json=size))
with open(name, "rb") as file:
    upload = created["upload"]
    requests.post(upload["url"], data=upload["fields"], files={"file": file}).raise_for_status()

body = {${['"file_id": created["file_id"]', ...members].join(', ')}}
job = check(api.post(f"{url}/${call.operation}", json=body))
${finish}`;
};

/** Returns the request as code that runs unchanged. It reads the key from DOCFORGE_API_KEY. */
export const snippetOf = (language: Language, call: SnippetCall): string =>
  ({ curl, TypeScript: typeScript, Python: python })[language](call);
