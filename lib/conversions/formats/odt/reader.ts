import { noOptions } from '../../engine/options.ts';
import { packageReader } from '../../shared/xml/package-reader.ts';
import { readOdt } from './read-odt.ts';

/** Reads OpenDocument text documents, such as those of LibreOffice Writer. */
export const odtReader = packageReader({
  name: 'docforge-odt-reader',
  from: ['odt'],
  options: noOptions,
  read: (bytes, { target }) => readOdt(bytes, target),
});
