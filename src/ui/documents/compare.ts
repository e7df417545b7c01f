import * as vscode from 'vscode';
import { toText } from '../../resources/documents/content';
import type { ResourceReference } from '../../resources/reference';
import type { Core } from '../core';
import { pickResource } from '../input/pickResource';
import { t } from '../l10n';
import { toUri } from '../uris';
import { nameOf, trailOf } from './names';

/** Shows a document's text beside the live state. */
export async function compareWithLive(core: Core, reference: ResourceReference): Promise<void> {
  const uri = toUri(reference);
  const live = core.snapshots.put(`/live${uri.path}`, toText(await core.documents.live(reference)));
  const title = t('{0}: live ↔ this text', nameOf(core, reference));
  await vscode.commands.executeCommand('vscode.diff', live, uri, title);
}

/** Shows a document beside that of another resource of its kind. */
export async function compareWithOther(
  core: Core,
  reference: ResourceReference,
  given?: ResourceReference,
): Promise<void> {
  const other = given ?? (await pickResource(core, reference.kind));
  if (!other) return;
  const trails = await Promise.all([other, reference].map((each) => trailOf(core, each)));
  const title = trails.map((trail) => trail.slice(1).join(' › ')).join(' ↔ ');
  await vscode.commands.executeCommand('vscode.diff', toUri(other), toUri(reference), title);
}
