// npm run manifest: writes the generated parts of package.json; a test fails while they're stale.
import { writeFile } from 'node:fs/promises';
import { manifestFile, toManifestText } from './manifest/file';

await writeFile(manifestFile, toManifestText());
