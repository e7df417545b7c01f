// npm run manifest: writes what follows from tables of the code into package.json; a test fails while it is stale.
import { writeFile } from 'node:fs/promises';
import { manifestFile, toManifestText } from './manifest/file';

await writeFile(manifestFile, toManifestText());
