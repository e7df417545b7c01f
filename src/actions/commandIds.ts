import type { ActionCommand, TitledCommand } from './commands';

/** A command of the extension; each has a title in `package.nls.json`. */
export type CommandId = TitledCommand<'command'> | ActionCommand;
