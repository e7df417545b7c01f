import { presentIn } from '../../../resources/names/resourceNames';
import * as vscode from 'vscode';
import type { Handler, Handlers, Services } from '../services';
import { pickTargets } from '../target';
import { toContent, toText } from '../../../documents/content';
import { findKind, type KindId } from '../../../resources/kinds/kinds';
import {
  collectionOf,
  type ResourceReference,
  toDocumentPath,
  serverOf,
} from '../../../resources/reference';
import { askModal, showMessage, commandButton } from '../../editor/messages';
import { showBriefly } from '../../editor/statusBar';
import { foreign, toPlain, toRaw } from '../../../base/foreignText';
import { readKnown } from '../../../explorer/treeSources';
import { extensionAuthority } from '../../editor/uris';
import { readDnsRecords } from '../../../api/contract/domain';
import { toZoneLines } from '../../../panels/reports/readReport';
import { type PickItem, showPick } from '../../editor/quickInput';
import { withLateProgress } from '../../editor/progress';
import { describePlace } from '../../../actions/question';
import { readInstallationScript } from '../../../api/contract/server';
import { isObject } from '../../../base/json';
import { t } from '../../../base/l10n';

/** One line or document per resource. */
export const copyHandlers = {
  'serverManagement.copy': copy,
} satisfies Partial<Record<keyof Handlers, Handler>>;

type ToText = (
  services: Services,
  target: ResourceReference,
) => string | undefined | Promise<string | undefined>;

async function copy(
  services: Services,
  parameter: unknown,
  selection: unknown,
): Promise<string | undefined> {
  const targets = await pickTargets(services, parameter, selection);
  const [first, second] = targets;
  if (!first) return undefined;
  const values: readonly (readonly [name: string, toText: ToText])[] = [
    [t('Name'), nameOf],
    [t('Address'), findAddress],
    [t('ID'), (_services, { ids }) => String(ids.at(-1) ?? '')],
    [t('API path'), toApiPath],
    [t('Link'), toLink],
  ];
  const entries = await withLateProgress(t('Loading…'), () =>
    Promise.all(
      values.map(async ([label, toText]) => {
        // What can't be read isn't offered.
        const text = await textOf(services, targets, toText).catch(() => '');
        const run = (): Promise<string | undefined> => toClipboard(text);
        return { label, description: foreign(text.replaceAll('\n', ', ')), text, run };
      }),
    ),
  );
  const chosen = await showPick<CopyEntry>(
    [
      ...entries.filter(({ text }) => text !== ''),
      {
        label: t('JSON'),
        run: async () => toClipboard(await textOf(services, targets, readAsJson)),
      },
      ...(second ? [] : furtherEntries(services, first)),
    ],
    { title: services.title, placeHolder: t('Select what to copy'), matchOnDescription: true },
  );
  return chosen?.run();
}

type CopyEntry = PickItem & { readonly run: () => Promise<string | undefined> };

/** Only some kinds have these; some are read or asked about first. */
function furtherEntries(services: Services, target: ResourceReference): readonly CopyEntry[] {
  const isConnected = services.store.find(target)?.['connected'] === true;
  const copyScript = () => copyInstallationScript(services, target);
  const further: Partial<Record<KindId, readonly CopyEntry[]>> = {
    server: isConnected ? [] : [{ label: t('Installation Script…'), run: copyScript }],
    systemUser: [{ label: t('Deployment Key'), run: () => copyDeploymentKey(services, target) }],
    domain: [{ label: t('DNS Records…'), run: () => copyDnsRecords(services, target) }],
  };
  return further[target.kind] ?? [];
}

async function textOf(
  services: Services,
  targets: readonly ResourceReference[],
  toText: ToText,
): Promise<string> {
  const texts = await Promise.all(targets.map(async (target) => toText(services, target)));
  return texts.filter(Boolean).join('\n');
}

/** Undefined if there is nothing to copy; a message says so. */
async function toClipboard(text: string): Promise<string | undefined> {
  if (text === '') return void showMessage('information', t('Nothing to copy.'));
  await vscode.env.clipboard.writeText(text);
  showBriefly(t('Copied to the clipboard'));
  return text;
}

async function nameOf(services: Services, target: ResourceReference): Promise<string> {
  return toRaw(presentIn(target, await readKnown(services.explorer.sources, target)).label);
}

function toLink(_services: Services, target: ResourceReference): string | undefined {
  return findKind(target.kind).operations.read
    ? `${vscode.env.uriScheme}://${extensionAuthority}${toDocumentPath(target)}`
    : undefined;
}

async function copyDeploymentKey(
  services: Services,
  user: ResourceReference,
): Promise<string | undefined> {
  const { deploymentKey } = await services.client.read(user);
  if (typeof deploymentKey !== 'string' || deploymentKey === '') {
    const command = 'serverManagement.generateDeploymentKey';
    const text = t('This system user has no deployment key.');
    void showMessage('information', text, [commandButton(t('Generate'), command, user)]);
    return undefined;
  }
  return toClipboard(deploymentKey);
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
async function copyDnsRecords(
  services: Services,
  domain: ResourceReference,
): Promise<string | undefined> {
  const lines = toZoneLines(
    await withLateProgress(t('Reading DNS records'), (signal) =>
      services.client.perform(domain, readDnsRecords, undefined, { signal }),
    ),
  );
  if (lines.length === 0) return toClipboard('');
  const all = { label: t('All DNS Records'), text: lines.join('\n') };
  const each = lines.map((text) => ({ label: foreign(text), text }));
  const chosen = await showPick([all, ...each], {
    title: services.title,
    placeHolder: t('Select what to copy'),
  });
  return chosen && toClipboard(chosen.text);
}

/** It contains a credential: it goes to the clipboard, not even to the caller of the command. */
async function copyInstallationScript(
  services: Services,
  reference: ResourceReference,
): Promise<undefined> {
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
  if (!isWanted) return undefined;
  const answer = await withLateProgress(t('Reading the installation script'), (signal) =>
    services.client.perform(reference, readInstallationScript, undefined, { signal }),
  );
  const script = isObject(answer) ? answer['script'] : undefined;
  await toClipboard(typeof script === 'string' ? script : '');
  return undefined;
}
