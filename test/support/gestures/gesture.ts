import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { Sandbox } from '../../../src/sandbox/sandbox';
import type { Workbench } from '../../harness/workbench';
import { eventually } from '../eventually';
import { type RecordedRequest, SandboxProbe } from '../sandboxProbe';

/** Something that a person does, and what it has to ask of the service. */
export interface Gesture {
  readonly name: string;
  /**
   * The fewest requests that bring it about, as `METHOD path`, with `?page=` where that is not the first;
   * nothing where none is needed. Where it depends on what is there, a function of the requests that were made.
   */
  readonly least?: readonly string[] | ((made: readonly string[]) => readonly string[]);
  /** Why so many, where that is not plain. */
  readonly because?: string;
  /** Resolves when the person sees what came of it. */
  readonly perform: (workbench: Workbench, service: Sandbox) => Promise<void>;
}

/** What a gesture asked of the service, and what it had to ask; both in the same order. */
export interface Asked {
  readonly made: readonly string[];
  readonly least: readonly string[];
}

/** How long no request may come for a gesture to be over, in milliseconds. What comes later counts for the next. */
const quietMs = 500;

/** Performs a gesture and waits until nothing more is asked because of it. */
export async function perform(
  gesture: Gesture,
  workbench: Workbench,
  service: Sandbox,
): Promise<Asked> {
  const probe = new SandboxProbe(service);
  await gesture.perform(workbench, service);
  // A pointer that rests on a row would be a gesture of its own.
  await workbench.page.mouse.move(0, 0);
  const { least = [] } = gesture;
  // What is asked may follow what the person sees.
  if (typeof least !== 'function') await firstRequests(probe, least.length);
  const made = (await lastRequests(probe)).toSorted();
  await probe.forgetRequests();
  return { made, least: (typeof least === 'function' ? least(made) : least).toSorted() };
}

/** Waits until so many requests came; if they don't, the comparison says so. */
async function firstRequests(probe: SandboxProbe, count: number): Promise<void> {
  const came = async (): Promise<void> => assert.ok((await probe.requests()).length >= count);
  await eventually(came).catch(() => undefined);
}

async function lastRequests(probe: SandboxProbe): Promise<readonly string[]> {
  let before = -1;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const requests = await probe.requests();
    if (requests.length === before) return requests.map(toText);
    before = requests.length;
    // oxlint-disable-next-line no-await-in-loop
    await setTimeout(quietMs);
  }
}

function toText({ method, path, query }: RecordedRequest): string {
  const page = query['page'] ?? '1';
  return `${method} ${path}${page === '1' ? '' : `?page=${page}`}`;
}
