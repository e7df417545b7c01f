import type { CommandId } from '../../commands/ids';
import type { Services } from '../services';

/** Runs a command with whatever a menu, a key binding or a script passes. */
export type Handler = (services: Services, ...parameters: unknown[]) => unknown;

/** A handler for every command. */
export type Handlers = Readonly<Record<CommandId, Handler>>;
