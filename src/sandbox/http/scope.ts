import type { DomainState, WebApplicationState } from '../state/webApplication';
import type { ServerContents } from '../state/contents';
import { settleRepository } from '../state/deployments';
import { contentsOf } from '../state/store';
import type { ServerState } from '../state/world';
import type { SandboxContext } from './environment';
import { Refusal } from './refusal';

/** Anything with an id, either directly or in its answered part. */
type Identified = { readonly id: number } | { readonly record: { readonly id: number } };

function idOf(item: Identified): number {
  return 'record' in item ? item.record.id : item.id;
}

/**
 * The item identified by the path.
 *
 * @throws {Refusal} 404 if there is none, or the path has no integer (API §2, §7).
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

/** Removes an item from its list. */
export function remove<T>(items: T[], item: T): void {
  const index = items.indexOf(item);
  if (index >= 0) items.splice(index, 1);
}

/** The server in the path; throws a 404 if there is none. */
export function serverOf(context: SandboxContext): ServerState {
  return itemOf(context, context.get('store').world.servers, 'serverId', 'server');
}

/** The contents of the server in the path; throws a 404 if there is none. */
export function serverContentsOf(context: SandboxContext): ServerContents {
  return contentsOf(serverOf(context), context.get('store').world.day);
}

/** The web application in the path; throws a 404 if its server has no such application. */
export function webApplicationOf(context: SandboxContext): WebApplicationState {
  const { webApplications } = serverContentsOf(context);
  const webApplication = itemOf(context, webApplications, 'webappId', 'web application');
  settleRepository(webApplication, context.get('store').now());
  return webApplication;
}

/** The domain in the path; throws a 404 if its web application has no such domain. */
export function domainOf(context: SandboxContext): DomainState {
  return itemOf(context, webApplicationOf(context).domains, 'domainId', 'domain');
}
