import titles from '../../package.nls.json';
import type { ActionCommand, CommandId } from '../../src/actions/commands';

/** The key of each command's title, in the order of the titles, which is also the manifest's. */
export const titleKeys: ReadonlyMap<CommandId, string> = new Map(
  Object.keys(titles).flatMap((key) => {
    const [, name] = /^(?:action|command)\.(\w+)$/.exec(key) ?? [];
    return name === undefined ? [] : [[`serverManagement.${name}` as CommandId, key]];
  }),
);

/** Every command, in manifest order. */
export const commandIds: readonly CommandId[] = [...titleKeys.keys()];

/** Commands that act on the service, in manifest order. */
export const actionCommands = commandIds.filter(
  (id): id is ActionCommand => titleKeys.get(id)?.startsWith('action.') === true,
);
