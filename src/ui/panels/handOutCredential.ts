import * as vscode from 'vscode';
import { isCredentialField } from '../../api/credentials';
import type { ResourceReference } from '../../resources/reference';
import type { ResourceClient } from '../../resources/resourceClient';
import { t } from '../l10n';

/** How long a message in the status bar stays, in milliseconds. */
const passingMs = 4_000;

/**
 * Reads a credential because a person asked for it. One that is to be copied goes to the clipboard,
 * and not to the page. Answers what the page is to show, null where there is none. @throws ApiError.
 */
export async function handOutCredential(
  client: ResourceClient,
  reference: ResourceReference,
  name: string,
  how: 'reveal' | 'copy',
): Promise<string | null | undefined> {
  if (!isCredentialField(name)) return undefined;
  const value = (await client.read(reference))[name];
  if (typeof value !== 'string' || value === '') return null;
  if (how === 'reveal') return value;
  await vscode.env.clipboard.writeText(value);
  vscode.window.setStatusBarMessage(`$(check) ${t('Copied to the clipboard')}`, passingMs);
  return undefined;
}
