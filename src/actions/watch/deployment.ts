import type { WatchOutcome, WatchServices } from './task';
import { sleep } from '../../api/scheduling/clock';
import { ApiError, isMissing } from '../../api/errors';
import type { Resource, ResourceId } from '../../resources/kinds/kind';
import { toDeploymentState } from '../../resources/kinds/deploymentState';
import type { ResourceReference } from '../../resources/reference';
import { isObject } from '../../base/json';

interface StartedDeployment {
  /** A git repository or an atomic project, which holds its latest deployment. */
  readonly subject: ResourceReference;
  /** The atomic project whose deployments can be read. */
  readonly project: ResourceReference;
  /** The id of the latest deployment before; null if there was none, undefined if unknown. */
  readonly before: ResourceId | null | undefined;
}

/** How often a running deployment is read: more rarely once it takes long. */
const soon = 3_000;
const laterMs = 10_000;
const maxWaitMs = 60_000;

/** How often in a row a read may fail or show nothing new. */
const mostTries = 6;

/** Undefined if the service doesn't report how a deployment went. */
export function projectOf(
  subject: ResourceReference,
  resource: Resource | undefined,
): ResourceReference | undefined {
  if (subject.kind === 'atomicProject') return subject;
  const { atomic, atomic_project_id: id } = resource ?? {};
  return atomic === true && typeof id === 'number'
    ? { account: subject.account, kind: 'atomicProject', ids: [id] }
    : undefined;
}

/** The id of the latest deployment that a resource holds; null if it says that there is none. */
export function latestIdOf(resource: Resource | undefined): ResourceId | null | undefined {
  const latest = resource?.['latestDeployment'];
  return latest === null ? null : deploymentIdOf(latest);
}

/** Reads a deployment until it ends. @throws the signal's reason when it aborts. */
export async function watchDeployment(
  services: WatchServices,
  started: StartedDeployment,
  signal: AbortSignal,
): Promise<WatchOutcome> {
  const watch = new DeploymentWatch(services, started, signal);
  const id = await watch.find();
  if (id === undefined) return { state: 'unknown', reference: undefined, ...watch.unread };
  const { account, ids } = started.project;
  const reference: ResourceReference = { account, kind: 'deployment', ids: [...ids, id] };
  return { state: await watch.follow(reference), reference, ...watch.unread };
}

class DeploymentWatch {
  readonly #services: WatchServices;
  readonly #started: StartedDeployment;
  readonly #signal: AbortSignal;
  readonly #began: number;
  /** False if a deployment can only be read with its project. */
  #isReadAlone = true;
  #unread: Pick<WatchOutcome, 'error'> = {};

  constructor(services: WatchServices, started: StartedDeployment, signal: AbortSignal) {
    this.#services = services;
    this.#started = started;
    this.#signal = signal;
    this.#began = services.clock.elapsed();
  }

  /** Why the last read failed, if it did. */
  get unread(): Pick<WatchOutcome, 'error'> {
    return this.#unread;
  }

  /** The id of the new deployment; undefined if it doesn't show. */
  async find(): Promise<ResourceId | undefined> {
    const { subject, before, project } = this.#started;
    let latest: unknown = this.#services.store.find(subject)?.['latestDeployment'];
    // If nothing is known, the first deployment seen that isn't running may be an earlier one.
    let known = before;
    for (let tries = 0; tries < mostTries; tries += 1) {
      const id = deploymentIdOf(latest);
      const isNew = known !== undefined && id !== known;
      if (id !== undefined && (isNew || deploymentStateOf(latest) === 'running')) return id;
      if (known === undefined) known = id;
      await this.#pause();
      latest = (await this.#try(() => this.#read(project)))?.['latestDeployment'];
    }
    return undefined;
  }

  /** How a deployment ended. */
  async follow(reference: ResourceReference): Promise<WatchOutcome['state']> {
    for (let failures = 0; failures < mostTries;) {
      const deployment = await this.#try(() => this.#readDeployment(reference));
      const state = deploymentStateOf(deployment);
      if (deployment) this.#show(deployment);
      if (state === 'done' || state === 'failed') return state;
      failures = state === 'running' ? 0 : failures + 1;
      await this.#pause();
    }
    return 'unknown';
  }

  #pause(): Promise<void> {
    const { clock } = this.#services;
    const isLong = clock.elapsed() - this.#began >= maxWaitMs;
    return sleep(clock, isLong ? laterMs : soon, this.#signal);
  }

  /** The deployment, or the project's latest if the service can't read a single one. */
  async #readDeployment(reference: ResourceReference): Promise<Resource | undefined> {
    if (this.#isReadAlone) {
      try {
        return await this.#read(reference);
      } catch (error) {
        if (!isMissing(error)) throw error;
        this.#isReadAlone = false;
      }
    }
    const { latestDeployment } = await this.#read(this.#started.project);
    return isObject(latestDeployment) && latestDeployment['id'] === reference.ids.at(-1)
      ? latestDeployment
      : undefined;
  }

  #read(reference: ResourceReference): Promise<Resource> {
    return this.#services.client.read(reference, {
      signal: this.#signal,
      priority: 'background',
    });
  }

  /** Undefined if a read fails for now. @throws the signal's reason when it aborts. */
  async #try(read: () => Promise<Resource | undefined>): Promise<Resource | undefined> {
    try {
      this.#unread = {};
      return await read();
    } catch (error) {
      this.#signal.throwIfAborted();
      if (!(error instanceof ApiError)) throw error;
      this.#unread = { error };
      return undefined;
    }
  }

  /** Updates the row of the deployed resource. */
  #show(latestDeployment: Resource): void {
    const { store } = this.#services;
    const { subject } = this.#started;
    const known = store.find(subject);
    if (known) store.replace(subject, { ...known, latestDeployment }, latestDeployment);
  }
}

function deploymentStateOf(deployment: unknown): ReturnType<typeof toDeploymentState> {
  return toDeploymentState(isObject(deployment) ? deployment['status'] : undefined);
}

function deploymentIdOf(deployment: unknown): ResourceId | undefined {
  const id = isObject(deployment) ? deployment['id'] : undefined;
  return typeof id === 'number' ? id : undefined;
}
