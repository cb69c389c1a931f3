const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Escapes text for XML content. Control characters become references, as in S3's listings. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"'\p{Cc}]/gu, (char) => {
    const name = Object.keys(entities).find((entity) => entities[entity] === char);
    return name === undefined ? `&#x${char.charCodeAt(0).toString(16).toUpperCase()};` : `&${name};`;
  });
}

/** Decodes XML content. Returns undefined if a reference is invalid. */
function unescapeXml(xml: string): string | undefined {
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

/** Returns the content of all text-only elements of this name, in order. Skips those that cannot be decoded. */
export function xmlTexts(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].flatMap(
    ([, content = '']) => unescapeXml(content) ?? [],
  );
}
