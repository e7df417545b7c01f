export { mochaHooks } from '../e2e/rootHooks';
