import type titles from '../../package.nls.json';

/** The commands with a title in `package.nls.json` whose key starts like this: `action.delete`. */
type TitledCommand<Start extends string> = CommandOf<keyof typeof titles, Start>;

type CommandOf<Key, Start extends string> = Key extends `${Start}.${infer Name}`
  ? `serverManagement.${Name}`
  : never;

export type ActionCommand = TitledCommand<'action'>;

export function tokenOf(command: string): string {
  return command.slice('serverManagement.'.length);
}

/** A command of the extension; each has a title in `package.nls.json`. */
export type CommandId = TitledCommand<'command'> | ActionCommand;
