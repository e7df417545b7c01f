import * as vscode from 'vscode';
import { describePlace } from '../../actions/questions/question';
import { asReference } from './target';
import type { Resource, ResourceId } from '../../resources/kinds/kind';
import type { ResourceReference } from '../../resources/reference';
import { isPrivate, mainDomain, toWebsite } from '../../resources/website';
import { askModal, showMessage } from '../editor/messages';
import type { Services } from '../services/services';
import { formats } from '../editor/formats';
import { t } from '../editor/l10n';
import { pickResource } from '../prompts/pickers/pickResource';

/** Opens the website of a domain, or of a web application's main domain, in the browser. */
export async function openWebsite(services: Services, parameter: unknown): Promise<void> {
  const reference = asReference(parameter) ?? (await pickResource(services, 'webApplication'));
  if (!reference) return;
  const found = await findDomain(services, reference);
  const certificate = found && (await readCertificate(services, found.reference));
  const address = found && toWebsite(found.domain, certificate, Date.now());
  if (!address) await tellNone(services, reference);
  else if (!isPrivate(address) || (await mayOpen(services, reference, address))) {
    await vscode.env.openExternal(vscode.Uri.parse(address, true));
  }
}

/** Asks before the service leads the browser into the person's own network. */
async function mayOpen(
  services: Services,
  reference: ResourceReference,
  address: string,
): Promise<boolean> {
  return askModal({
    question: t('Open {0}?', address),
    detail: t(
      'The name comes from the service, but leads to your own network: to a website that may not be the one on the server.',
    ),
    place: await describePlace({ ...services, t, formats }, [reference]),
    button: t('Open'),
  });
}

interface FoundDomain {
  readonly reference: ResourceReference;
  readonly domain: Resource;
}

/** @throws ApiError if the domains can't be read. */
async function findDomain(
  { explorer, store }: Services,
  reference: ResourceReference,
): Promise<FoundDomain | undefined> {
  if (reference.kind === 'domain') {
    const domain = await explorer.known(reference);
    return domain && { reference, domain };
  }
  if (reference.kind !== 'webApplication') return undefined;
  const { account, ids } = reference;
  const { items } = await store.list({ account, kind: 'domain', parents: ids });
  const domain = mainDomain(items);
  return (
    domain && {
      reference: { account, kind: 'domain', ids: [...ids, domain['id'] as ResourceId] },
      domain,
    }
  );
}

/** A domain's certificate; undefined if none is installed or it can't be read. */
async function readCertificate(
  { store }: Services,
  { account, ids }: ResourceReference,
): Promise<Resource | undefined> {
  const reference = { account, kind: 'ssl', ids } as const;
  return store.find(reference) ?? store.read(reference).catch(() => undefined);
}

async function tellNone({ explorer }: Services, reference: ResourceReference): Promise<void> {
  const { label } = explorer.describe(reference);
  const text =
    reference.kind === 'domain'
      ? t('"{0}" isn\'t a host name that a browser can open.', String(label))
      : t('"{0}" has no domain that a browser can open. Create one first.', String(label));
  await showMessage('warning', text);
}
