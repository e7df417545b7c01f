import type * as vscode from 'vscode';
import type * as Later from './later';
import type * as OnDemand from './onDemand';
import type { ExplorerServices } from '../services/explorerServices';
import type { Services } from '../services/services';
import type { Views } from '../explorer/views';
import type { SaveGate } from '../../documents/saveGate';
import { callLater } from '../../base/callLater';
import { lazy } from '../../base/lazy';

/** How long the second stage waits for rows if no view is shown, in milliseconds. */
const rowsMs = 1_000;

/** How long the editor takes at most to draw rows that it received, in milliseconds. */
const drawMs = 250;

/** The stages in which code is loaded, each with the services that it works with. */
interface Stages {
  /** What the first rows need. */
  readonly load: () => Promise<typeof OnDemand & { readonly services: ExplorerServices }>;
  /** All services. */
  readonly loadServices: () => Promise<{ readonly services: Services }>;
  /** The same, with what commands and panels run. */
  readonly loadAll: () => Promise<typeof Later & { readonly services: Services }>;
  /** Loads the first stage once the activation is over. */
  readonly begin: () => void;
  /** Loads all services once the rows that were just returned are drawn. */
  readonly followRows: () => void;
  /** Stops what was loaded, keeping its data. */
  readonly stop: () => Promise<void>;
}

/**
 * Prepares the stages without loading anything.
 * @param loadOnDemand loads the first stage.
 */
export function createStages(
  context: vscode.ExtensionContext,
  views: () => Views,
  loadOnDemand: (context: vscode.ExtensionContext) => Promise<typeof OnDemand>,
  saveGate: () => SaveGate,
  wait: (ms: number, callback: () => void) => unknown = callLater,
): Stages {
  let stop: Stages['stop'] = () => Promise.resolve();
  const load = lazy(async () => {
    const code = await loadOnDemand(context);
    const services = code.createExplorerServices(context, views());
    stop = () => services.stop();
    wait(rowsMs, loadRest);
    return { ...code, services };
  });
  const loadServices = lazy(async () => {
    const { loadLater, ...code } = await load();
    const { createServices } = await code.loadServices();
    const services = createServices(
      context,
      views(),
      { ...code.services, saveGate: saveGate() },
      loadLater,
    );
    stop = () => services.stop();
    return { services };
  });
  // If that fails, what needs it tries again, and says why.
  const tryTo = (step: () => Promise<unknown>) => (): void => void step().catch(() => undefined);
  const loadRest = tryTo(loadServices);
  return {
    load,
    loadServices,
    loadAll: lazy(async () => {
      const { loadLater } = await load();
      const [later, { services }] = await Promise.all([loadLater(), loadServices()]);
      return { ...later, services };
    }),
    begin: () => void wait(0, tryTo(load)),
    followRows: () => void wait(drawMs, loadRest),
    stop: () => stop(),
  };
}
