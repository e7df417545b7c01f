import { ensureBrowser } from './browser/launch';
import { ensurePublishingTool } from '../../scripts/package/tools';
import { ensureVscode } from './vscode/install';

/**
 * Downloads everything that the levels in a real VS Code need, before any test waits for it.
 * Throws when a download fails.
 */
export async function prepare(levels: readonly string[]): Promise<void> {
  const packs = levels.includes('e2e') || levels.includes('oldest');
  await Promise.all([
    ensureBrowser(),
    ensureVscode('newest'),
    ...(levels.includes('oldest') ? [ensureVscode('oldest')] : []),
    ...(packs ? [ensurePublishingTool('@vscode/vsce', 'vsce')] : []),
  ]);
}
