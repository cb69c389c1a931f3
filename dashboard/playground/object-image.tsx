import { useEffect, useState } from 'preact/hooks';

/** An image from memory. */
export const ObjectImage = ({ file, alt, class: name }: { file: Blob; alt: string; class?: string }) => {
  const [url, setUrl] = useState<string | undefined>();
  useEffect(() => {
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return url === undefined ? null : (
    <img src={url} alt={alt} {...(name === undefined ? {} : { class: name })} />
  );
};
