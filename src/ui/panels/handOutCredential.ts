import * as vscode from 'vscode';
import { isCredentialField } from '../../api/credentials';
import type { ResourceReference } from '../../resources/reference';
import type { ResourceClient } from '../../resources/resourceClient';
import { tellInPassing } from '../editor/statusBar';
import { t } from '../editor/l10n';

/**
 * Reads a credential on the person's request. If it's to be copied, it goes to the clipboard and
 * not to the page. Returns what the page shows, null if there is no credential. @throws ApiError.
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
  tellInPassing(t('Copied to the clipboard'));
  return undefined;
}
