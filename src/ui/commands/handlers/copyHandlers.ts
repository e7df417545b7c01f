import * as vscode from 'vscode';
import type { Handler, Handlers } from '../handler';
import { asReference, pickTargets } from '../target';
import { pickResource } from '../../prompts/pickers/pickResource';
import { toContent, toText } from '../../../documents/content';
import { findKind } from '../../../resources/kinds/kinds';
import {
  collectionOf,
  type ResourceReference,
  toDocumentPath,
  serverOf,
} from '../../../resources/reference';
import type { Services } from '../services';
import { askModal, showMessage } from '../../editor/messages';
import { showBriefly } from '../../editor/statusBar';
import { foreign, toPlain, toRaw } from '../../../base/foreignText';
import { readKnown } from '../../../explorer/treeSources';
import { present } from '../../explorer/search/finder';
import { extensionAuthority } from '../../editor/uris';
import { readDnsRecords } from '../../../api/contract/domain';
import { toZoneLines } from '../../../panels/reports/readReport';
import { showPick } from '../../editor/quickInput';
import { withLateProgress } from '../../editor/progress';
import { describePlace } from '../../../actions/questions/question';
import { readInstallationScript } from '../../../api/contract/serverCare';
import { isObject } from '../../../base/json';
import { t } from '../../../base/l10n';

/** One line or document per resource. */
export const copyHandlers = {
  'serverManagement.copyName': copyEach(async (services, target) =>
    toRaw(present(target, await readKnown(services.explorer.sources, target)).label),
  ),
  'serverManagement.copyId': copyEach((_core, target) => String(target.ids.at(-1) ?? '')),
  'serverManagement.copyAddress': copyEach(findAddress),
  'serverManagement.copyJson': copyEach(readAsJson),
  'serverManagement.copyApiPath': copyEach(toApiPath),
  'serverManagement.copyLink': copyEach(
    (_core, target) => `${vscode.env.uriScheme}://${extensionAuthority}${toDocumentPath(target)}`,
  ),
  'serverManagement.copyInstallationScript': copyInstallationScript,
  'serverManagement.copyDeploymentKey': copyDeploymentKey,
  'serverManagement.copyDnsRecords': copyDnsRecords,
} satisfies Partial<Record<keyof Handlers, Handler>>;

type ToText = (
  services: Services,
  target: ResourceReference,
) => string | undefined | Promise<string | undefined>;

function copyEach(copy: ToText): Handler {
  return async (services, parameter, selection) => {
    const targets = await pickTargets(services, parameter, selection);
    if (targets.length === 0) return undefined;
    const texts = await Promise.all(targets.map(async (target) => copy(services, target)));
    const text = texts.filter(Boolean).join('\n');
    if (text === '') {
      void showMessage('information', t('Nothing to copy.'));
      return undefined;
    }
    await vscode.env.clipboard.writeText(text);
    showBriefly(t('Copied to the clipboard'));
    return text;
  };
}

/** Copies the public key of a system user; offers to generate one for a user without. */
async function copyDeploymentKey(services: Services, parameter: unknown): Promise<unknown> {
  const user = asReference(parameter) ?? (await pickResource(services, 'systemUser'));
  if (user?.kind !== 'systemUser') return undefined;
  const { deploymentKey } = await services.client.read(user);
  if (typeof deploymentKey !== 'string' || deploymentKey === '') {
    const command = 'serverManagement.generateDeploymentKey';
    const generate = (): unknown => vscode.commands.executeCommand(command, user);
    const text = t('This system user has no deployment key.');
    void showMessage('information', text, [{ title: t('Generate'), run: generate }]);
    return undefined;
  }
  await vscode.env.clipboard.writeText(deploymentKey);
  showBriefly(t('Copied to the clipboard'));
  return deploymentKey;
}

/** The resource's address, a domain's name, or else the address of its server. */
async function findAddress(
  services: Services,
  target: ResourceReference,
): Promise<string | undefined> {
  const own = await readKnown(services.explorer.sources, target);
  const name = target.kind === 'domain' ? own?.['name'] : undefined;
  const address = own?.['ipAddress'] ?? own?.['address'] ?? name;
  if (typeof address === 'string') return address;
  const place = serverOf(target);
  const server = place && (await readKnown(services.explorer.sources, place));
  return typeof server?.['ipAddress'] === 'string' ? server['ipAddress'] : undefined;
}

/** The JSON that its document shows, with credentials masked. */
async function readAsJson(
  services: Services,
  target: ResourceReference,
): Promise<string | undefined> {
  const kind = findKind(target.kind);
  const resource = kind.operations.read
    ? await services.client.read(target)
    : await readKnown(services.explorer.sources, target);
  return resource && toText(toContent(kind, resource)).trimEnd();
}

async function toApiPath(
  services: Services,
  target: ResourceReference,
): Promise<string | undefined> {
  const { read, list } = findKind(target.kind).operations;
  const endpoint = read ?? list;
  if (!endpoint) return undefined;
  const place = read ? target : collectionOf(target);
  return (await services.client.plan(place, { endpoint })).path;
}

/** Copies the DNS records that a domain needs as lines of a zone file: all of them, or one. */
async function copyDnsRecords(services: Services, parameter: unknown): Promise<string | undefined> {
  const domain = asReference(parameter) ?? (await pickResource(services, 'domain'));
  if (domain?.kind !== 'domain') return undefined;
  const lines = toZoneLines(
    await withLateProgress(t('Reading DNS records'), (signal) =>
      services.client.perform(domain, readDnsRecords, undefined, { signal }),
    ),
  );
  if (lines.length === 0) {
    void showMessage('information', t('Nothing to copy.'));
    return undefined;
  }
  const all = { label: t('All DNS Records'), text: lines.join('\n') };
  const each = lines.map((text) => ({ label: foreign(text), text }));
  const chosen = await showPick([all, ...each], {
    title: services.title,
    placeHolder: t('Select what to copy'),
  });
  if (!chosen) return undefined;
  await vscode.env.clipboard.writeText(chosen.text);
  showBriefly(t('Copied to the clipboard'));
  return chosen.text;
}

/** It contains a credential: it goes to the clipboard, not even to the caller of the command. */
async function copyInstallationScript(services: Services, parameter: unknown): Promise<void> {
  const reference = asReference(parameter) ?? (await pickResource(services, 'server'));
  if (reference?.kind !== 'server') return;
  const place = await describePlace(services, [reference]);
  const name = toPlain(services.explorer.describe(reference).label);
  const isWanted = await askModal({
    question: t('Copy the installation script of "{0}"?', name),
    detail: t(
      'It holds a credential: anyone who has it can connect a server as this one. Run it on the new server only, and clear the clipboard afterwards.',
    ),
    place,
    button: t('Copy'),
  });
  if (!isWanted) return;
  const answer = await withLateProgress(t('Reading the installation script'), (signal) =>
    services.client.perform(reference, readInstallationScript, undefined, { signal }),
  );
  const script = isObject(answer) ? answer['script'] : undefined;
  if (typeof script !== 'string' || script === '') {
    await showMessage('information', t('Nothing to copy.'));
    return;
  }
  await vscode.env.clipboard.writeText(script);
  showBriefly(t('Copied to the clipboard'));
}
