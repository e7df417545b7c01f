import type * as OnDemand from './onDemand';
import { lazy } from '../../base/lazy';

/** The host's own `require`. In a browser, `prepare` first fetches the files to require. */
declare const require: {
  (file: './onDemand.js'): typeof OnDemand;
  readonly prepare?: () => Promise<void>;
};

/** Loads everything that activation doesn't need. */
export const loadOnDemand = lazy(async () => {
  await require.prepare?.();
  return require('./onDemand.js');
});
