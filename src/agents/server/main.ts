// The entry point of the server for agents: a bundle of its own, loaded when an agent first calls.
export { EndpointFolder } from './endpointFolder';
export { startServer } from './startServer';
