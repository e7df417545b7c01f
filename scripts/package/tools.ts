import path from 'node:path';
import { ensureLocked } from '../../test/harness/system/npmPackage';
import { root } from '../../test/harness/system/paths';

/** Their manifest and lock file. */
const folder = path.join(root, 'scripts/package/publishing');

/** The script of a tool that packs or publishes, which is downloaded on the first call. */
export async function ensurePublishingTool(name: string, script: string): Promise<string> {
  return path.join(await ensureLocked(folder), 'node_modules', name, script);
}
