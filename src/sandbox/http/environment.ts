import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { Store } from '../state/store';
import type { Caller } from './authentication';

/** What a fault does to the connection that a request came by. */
export interface Connection {
  /** Ends it without an answer. */
  reset(): void;
  /** Ends it in the middle of the answer. */
  cut(): void;
}

/** What the sandbox's handlers find in their context. */
export interface SandboxEnv {
  /** The connection; absent when a test calls the app without one. */
  Bindings: Partial<Connection>;
  Variables: { store: Store; caller: Caller | undefined };
}

/** The context of a request to the sandbox. */
export type SandboxContext = Context<SandboxEnv>;
/** A group of the sandbox's routes. */
export type SandboxRoutes = Hono<SandboxEnv>;
/** A middleware of the sandbox. */
export type SandboxMiddleware = MiddlewareHandler<SandboxEnv>;
