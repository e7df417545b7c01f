import type { DomainState, WebApplicationState } from '../state/webApplication';
import type { ServerContents } from '../state/contents';
import { contentsOf } from '../state/store';
import type { ServerState } from '../state/world';
import type { SandboxContext } from './environment';
import { Refusal } from './refusal';

/** What has an id, in itself or in the part of it that is answered. */
type Identified = { readonly id: number } | { readonly record: { readonly id: number } };

function idOf(item: Identified): number {
  return 'record' in item ? item.record.id : item.id;
}

/**
 * The item that the path names.
 *
 * @throws {Refusal} 404 when there is none, or the path holds no integer (reference §2, §7).
 */
export function itemOf<T extends Identified>(
  context: SandboxContext,
  items: readonly T[],
  variable: string,
  what: string,
): T {
  const text = context.req.param(variable) ?? '';
  const item = /^\d{1,15}$/.test(text) && items.find((each) => idOf(each) === Number(text));
  if (!item) throw new Refusal(404, `There is no ${what} with the id "${text}".`);
  return item;
}

/** Takes an item out of its list. */
export function remove<T>(items: T[], item: T): void {
  const index = items.indexOf(item);
  if (index >= 0) items.splice(index, 1);
}

/** The server that the path names; throws a 404 when there is none. */
export function serverOf(context: SandboxContext): ServerState {
  return itemOf(context, context.get('store').world.servers, 'serverId', 'server');
}

/** What lives on the server that the path names; throws a 404 when there is none. */
export function serverContentsOf(context: SandboxContext): ServerContents {
  return contentsOf(serverOf(context));
}

/** The web application that the path names; throws a 404 when its server has none such. */
export function webApplicationOf(context: SandboxContext): WebApplicationState {
  const { webApplications } = serverContentsOf(context);
  return itemOf(context, webApplications, 'webappId', 'web application');
}

/** The domain that the path names; throws a 404 when its web application has none such. */
export function domainOf(context: SandboxContext): DomainState {
  return itemOf(context, webApplicationOf(context).domains, 'domainId', 'domain');
}
