import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { Store } from '../state/store';
import type { Caller } from './authentication';

/** What the sandbox's handlers find in their context. */
export interface SandboxEnv {
  /** Node's request and response; absent when a test calls the app without a socket. */
  Bindings: Partial<HttpBindings>;
  Variables: { store: Store; caller: Caller | undefined };
}

/** The context of a request to the sandbox. */
export type SandboxContext = Context<SandboxEnv>;
/** A group of the sandbox's routes. */
export type SandboxRoutes = Hono<SandboxEnv>;
/** A middleware of the sandbox. */
export type SandboxMiddleware = MiddlewareHandler<SandboxEnv>;
