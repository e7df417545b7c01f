import type * as AgentServerCode from '../../agents/server/main';

/** The host's own `require`; there's no such file in a browser. */
declare const require: (file: './agents.js') => typeof AgentServerCode;

/** Loads the server for agents, which only runs in Node. */
export function loadServer(): typeof AgentServerCode {
  return require('./agents.js');
}
