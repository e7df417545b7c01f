// npm run manifest: writes the generated parts of package.json, and its German texts; a test fails while they're stale.
import { writeFile } from 'node:fs/promises';
import { manifestFile, toManifestText } from './manifest/file';
import { germanFile, toGermanText } from './manifest/german';

await writeFile(manifestFile, toManifestText());
await writeFile(germanFile, toGermanText());
