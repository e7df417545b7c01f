import type { PanelContent, Press } from './panelKind';
import type { ResourceReference } from '../resources/reference';
import type { SecretItem } from '../pages/model';
import type { Failure } from '../pages/protocol';

/** The id of the button to sign in again. */
export const signInButton = 'signIn';

/** What a panel shows. */
interface ShownPanel {
  readonly reference: ResourceReference;
  readonly content: PanelContent | undefined;
  readonly failure: Failure | undefined;
}

/** A command, named without its prefix, and what it runs on; an account's id for signing in. */
interface Order {
  readonly command: string;
  readonly target: Press['target'] | string;
}

/** What a button does; undefined if the panel doesn't show it, as a page isn't trusted. */
export function findPress(
  { reference, content, failure }: ShownPanel,
  id: string,
): Order | undefined {
  const { presses = {}, buttons = [], sections = [] } = content ?? {};
  if (Object.hasOwn(presses, id)) return presses[id];
  const all = [...buttons, ...sections.flatMap((section) => section.buttons ?? [])];
  const offered = [...all, ...(failure?.buttons ?? [])];
  if (!offered.some((button) => button.id === id)) return undefined;
  return { command: id, target: id === signInButton ? reference.account : reference };
}

/** A credential that a panel shows; only then may its page request it. */
export function findSecret(content: PanelContent | undefined, id: string): SecretItem | undefined {
  const items = (content?.sections ?? []).flatMap((section) => section.items);
  return items.filter((item) => item.type === 'secret').find((item) => item.id === id);
}
