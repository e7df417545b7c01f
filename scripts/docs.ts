// npm run docs: writes the tables of settings, commands and tools into docs/reference.md.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readManifest } from './docs/manifest';
import { withReferences } from './docs/references';
import { root } from '../test/harness/system/paths';

const file = path.join(root, 'docs/reference.md');
await writeFile(file, withReferences(await readFile(file, 'utf8'), readManifest()));
