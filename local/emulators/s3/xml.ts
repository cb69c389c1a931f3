const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Text made safe for XML content; control characters become references, as S3 sends keys that hold them. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"'\p{Cc}]/gu, (char) => {
    const name = Object.keys(entities).find((entity) => entities[entity] === char);
    return name === undefined ? `&#x${char.charCodeAt(0).toString(16).toUpperCase()};` : `&${name};`;
  });
}

/** The text behind XML content; undefined where a reference is none. */
export function unescapeXml(xml: string): string | undefined {
  let broken = false;
  const text = xml.replace(/&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|\w{1,8})?;?/gi, (whole, name?: string) => {
    const char = whole.endsWith(';') && name !== undefined ? decodeReference(name) : undefined;
    broken ||= char === undefined;
    return char ?? '';
  });
  return broken ? undefined : text;
}

function decodeReference(name: string): string | undefined {
  if (!name.startsWith('#')) return entities[name];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0x10ffff ? undefined : String.fromCodePoint(code);
}

/** The texts of all elements of a name that hold text only, in their order; one that cannot be read is left out. */
export function xmlTexts(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].flatMap(
    ([, content = '']) => unescapeXml(content) ?? [],
  );
}
