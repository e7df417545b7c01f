import type { Action } from '../../src/actions/action';
import { actions } from '../../src/actions/actions';
import { findKind } from '../../src/resources/kinds/kinds';
import { actionCommands } from '../manifest/commands';
import { toTable } from './table';

/** The table of commands that send requests: the kind of each one's reference, and its values. */
export function toCallsTable(): string {
  return toTable(
    ['Command', 'About', '`values`'],
    actionCommands.map((command) => {
      const own = actions.filter((action) => action.command === command);
      return [
        `\`${command.replace('serverManagement.', '')}\``,
        unique(own.map(aboutWhat)).join(', '),
        unique(own.flatMap(valuesOf))
          .map((name) => `\`${name}\``)
          .join(', '),
      ];
    }),
  );
}

/** The kind of a command's reference: the resource's, or the parent's of a new one. */
function aboutWhat({ kind, level }: Action): string {
  return level === 'resource' ? kind : (findKind(kind).parent ?? 'account');
}

/** The names of an action's values; switches are members of the request. */
function valuesOf({ fields, endpoint }: Action): string[] {
  return (fields?.() ?? []).flatMap((field) => {
    if (field.type === 'settings') return field.fields.map(({ name }) => name);
    return field.type === 'switches' && field.name === undefined
      ? Object.keys((endpoint.body as { shape?: object } | undefined)?.shape ?? {})
      : [field.name ?? ''];
  });
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
