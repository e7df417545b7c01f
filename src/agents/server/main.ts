// The entry point of the server for agents: a file of its own, loaded once one calls.
export { EndpointFolder } from './endpointFolder';
export { startServer } from './startServer';
