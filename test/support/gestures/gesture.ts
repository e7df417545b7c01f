import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { Sandbox } from '../../../src/sandbox/sandbox';
import type { Workbench } from '../../harness/workbench';
import { eventually } from '../eventually';
import { type RecordedRequest, SandboxProbe } from '../sandboxProbe';

/** Something that a person does, and the requests that it needs. */
export interface Gesture {
  readonly name: string;
  /**
   * The fewest requests that achieve it, as `METHOD path`, with `?page=` unless it's the first page;
   * absent if none is needed. A function of the actual requests if it depends on them.
   */
  readonly least?: readonly string[] | ((made: readonly string[]) => readonly string[]);
  /** Why so many, if that isn't obvious. */
  readonly because?: string;
  /** Resolves when the person sees the result. */
  readonly perform: (workbench: Workbench, service: Sandbox) => Promise<void>;
}

/** The requests that a gesture made, and those that it needed, in the same order. */
export interface Asked {
  readonly made: readonly string[];
  readonly least: readonly string[];
}

/** How long there must be no request for a gesture to be over, in milliseconds. Later requests count for the next. */
const quietMs = 500;

/** Performs a gesture and waits until it causes no more requests. */
export async function perform(
  gesture: Gesture,
  workbench: Workbench,
  service: Sandbox,
): Promise<Asked> {
  const probe = new SandboxProbe(service);
  await gesture.perform(workbench, service);
  // A pointer resting on a row would be a gesture of its own.
  await workbench.page.mouse.move(0, 0);
  const { least = [] } = gesture;
  // Requests may follow after the person sees the result.
  if (typeof least !== 'function') await firstRequests(probe, least.length);
  const made = (await lastRequests(probe)).toSorted();
  await probe.forgetRequests();
  return { made, least: (typeof least === 'function' ? least(made) : least).toSorted() };
}

/** Waits until this many requests have arrived; if they don't, the comparison shows it. */
async function firstRequests(probe: SandboxProbe, count: number): Promise<void> {
  const came = async (): Promise<void> => assert.ok((await probe.requests()).length >= count);
  await eventually(came).catch(() => undefined);
}

async function lastRequests(probe: SandboxProbe): Promise<readonly string[]> {
  let before = -1;
  for (;;) {
    const requests = await probe.requests();
    if (requests.length === before) return requests.map(toText);
    before = requests.length;
    await setTimeout(quietMs);
  }
}

function toText({ method, path, query }: RecordedRequest): string {
  const page = query['page'] ?? '1';
  return `${method} ${path}${page === '1' ? '' : `?page=${page}`}`;
}
