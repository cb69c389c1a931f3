import invoice from '../../lib/try/samples/invoice.pdf';
import letter from '../../lib/try/samples/letter.docx';
import paper from '../../lib/try/samples/paper.pdf';
import scan from '../../lib/try/samples/scan.pdf';

type Sample = {
  readonly label: string;
  readonly name: string;
  /** The path of the file beside the scripts. */
  readonly path: string;
};

/** The samples of the first page of the site, for people who have no file at hand. */
const samples: readonly Sample[] = [
  { label: 'Invoice', name: 'invoice.pdf', path: invoice },
  { label: 'Letter', name: 'letter.docx', path: letter },
  { label: 'Paper', name: 'paper.pdf', path: paper },
  { label: 'Scan', name: 'scan.pdf', path: scan },
];

/** Loads a sample. */
const loadSample = async ({ name, path }: Sample): Promise<File> => {
  const response = await fetch(new URL(path, import.meta.url));
  return new File([await response.blob()], name, {
    type: response.headers.get('content-type') ?? 'application/octet-stream',
  });
};

/** Buttons that choose a sample. */
export const Samples = ({ onFile }: { onFile: (file: File) => void }) => (
  <div class="samples">
    <span class="fine">Or a sample:</span>
    {samples.map((sample) => (
      <button
        key={sample.name}
        type="button"
        class="button small"
        onClick={() => void loadSample(sample).then(onFile)}
      >
        {sample.label}
      </button>
    ))}
  </div>
);
