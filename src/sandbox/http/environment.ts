import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { Store } from '../state/store';

/** Which of the accepted credentials a request uses. */
export type Caller = 'token' | 'readOnlyToken' | 'basic';

/** What a fault can do to a request's connection. */
export interface Connection {
  /** Closes it without an answer. */
  reset(): void;
  /** Closes it in the middle of the answer. */
  cut(): void;
}

/** What the sandbox's handlers find in their context. */
export interface SandboxEnv {
  /** The connection; undefined if a test calls the app without one. */
  Bindings: Partial<Connection>;
  Variables: {
    store: Store;
    caller: Caller | undefined;
    /** The request body, once it's read. */
    body: string | undefined;
  };
}

/** The context of a request to the sandbox. */
export type SandboxContext = Context<SandboxEnv>;
/** A group of the sandbox's routes. */
export type SandboxRoutes = Hono<SandboxEnv>;
export type SandboxMiddleware = MiddlewareHandler<SandboxEnv>;
