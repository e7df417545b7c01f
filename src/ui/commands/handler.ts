import type { CommandId } from '../../actions/commands';
import type { Services } from './services';

/** Runs a command with the unchecked parameters of a menu, a key binding or a script. */
export type Handler = (services: Services, ...parameters: unknown[]) => unknown;

export type Handlers = Readonly<Record<CommandId, Handler>>;
