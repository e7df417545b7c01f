import * as vscode from 'vscode';
import type { Handler, Handlers } from './registerCommands';
import { pickTargets } from './target';
import { toContent, toText } from '../../resources/documents/content';
import { findKind, lineage } from '../../resources/kinds/kinds';
import { collectionOf, type ResourceReference, toDocumentPath } from '../../resources/reference';
import type { Core } from '../core';
import { t } from '../l10n';
import { present } from '../present';
import { extensionAuthority } from '../uris';

/** Commands that put something about resources on the clipboard, a line or a document for each. */
export const copyHandlers = {
  'serverManagement.copyName': copyEach(
    async (core, target) => present(target, await core.explorer.known(target)).label,
  ),
  'serverManagement.copyId': copyEach((_core, target) => String(target.ids.at(-1) ?? '')),
  'serverManagement.copyAddress': copyEach(findAddress),
  'serverManagement.copyJson': copyEach(readAsJson),
  'serverManagement.copyApiPath': copyEach(toApiPath),
  'serverManagement.copyLink': copyEach(
    (_core, target) => `${vscode.env.uriScheme}://${extensionAuthority}${toDocumentPath(target)}`,
  ),
} satisfies Partial<Record<keyof Handlers, Handler>>;

type ToText = (
  core: Core,
  target: ResourceReference,
) => string | undefined | Promise<string | undefined>;

function copyEach(copy: ToText): Handler {
  return async (core, parameter, selection) => {
    const targets = await pickTargets(core, parameter, selection);
    if (targets.length === 0) return undefined;
    const texts = await Promise.all(targets.map(async (target) => copy(core, target)));
    const text = texts.filter(Boolean).join('\n');
    if (text === '') {
      void vscode.window.showInformationMessage(t('There is nothing to copy: it is not known.'));
      return undefined;
    }
    await vscode.env.clipboard.writeText(text);
    vscode.window.setStatusBarMessage(t('Copied to the clipboard'), 2_000);
    return text;
  };
}

/** Its own address, a domain's name, or else the address of the server that it is on. */
async function findAddress(core: Core, target: ResourceReference): Promise<string | undefined> {
  const own = await core.explorer.known(target);
  const name = target.kind === 'domain' ? own?.['name'] : undefined;
  const address = own?.['ipAddress'] ?? own?.['address'] ?? name;
  if (typeof address === 'string') return address;
  if (lineage(target.kind)[0]?.id !== 'server') return undefined;
  const { account, ids } = target;
  const server = await core.explorer.known({ account, kind: 'server', ids: ids.slice(0, 1) });
  return typeof server?.['ipAddress'] === 'string' ? server['ipAddress'] : undefined;
}

/** As its document shows it: credentials are masked. */
async function readAsJson(core: Core, target: ResourceReference): Promise<string | undefined> {
  const kind = findKind(target.kind);
  const resource = kind.operations.read
    ? await core.client.read(target)
    : await core.explorer.known(target);
  return resource && toText(toContent(kind, resource)).trimEnd();
}

async function toApiPath(core: Core, target: ResourceReference): Promise<string | undefined> {
  const { read, list } = findKind(target.kind).operations;
  const endpoint = read ?? list;
  if (!endpoint) return undefined;
  const place = read ? target : collectionOf(target);
  return (await core.client.plan(place, { endpoint })).path;
}
