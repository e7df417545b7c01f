import type { BenchWindow } from '../benchWindow';
import type { Figure } from '../figure';
import type { DocumentRun } from '../host/documents';
import { SandboxProbe } from '../../support/sandboxProbe';

/** How long the service takes for an answer, in milliseconds. */
const delays = [0, 50];

/** Opening and saving documents, compared with the requests that they need. */
export async function measureDocuments(
  window: BenchWindow,
  count: number,
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const delay of delays) {
    await window.serve(40);
    await window.renew();
    await slowDown(new SandboxProbe(window.service), delay);
    // The first ones load the code and aren't counted.
    const servers = Array.from({ length: count + 2 }, (_, index) => index + 10);
    const { account } = window;
    const runs = await window.host.call<DocumentRun[]>('documents', { account, servers });
    figures.push(...toFigures(runs.slice(2), delay));
  }
  return figures;
}

async function slowDown(probe: SandboxProbe, delay: number): Promise<void> {
  if (delay === 0) return;
  await probe.addFault(`latency=${delay}:GET:/api/v3/servers/*`);
  await probe.addFault(`latency=${delay}:PATCH:/api/v3/servers/*`);
}

function toFigures(runs: readonly DocumentRun[], delay: number): readonly Figure[] {
  const when = delay === 0 ? 'answers at once' : `${delay} ms an answer`;
  const figure = (
    what: string,
    floor: string,
    toRun: (run: DocumentRun) => Figure['runs'][number],
  ): Figure => ({ name: `${what}, ${when}`, unit: 'ms', floor, runs: runs.map(toRun) });
  const plain = 'a file system with nothing but these requests';
  return [
    figure('open a document', 'a bare GET', ({ open, get }) => ({ ours: open, floor: get })),
    figure('open a document', plain, ({ open, plainOpen }) => ({ ours: open, floor: plainOpen })),
    {
      ...figure('save a document', 'a bare GET and PATCH', ({ save, getAndPatch }) => ({
        ours: save,
        floor: getAndPatch,
      })),
      // With answers at once, it's nearly all the editor's own work.
      ...(delay === 0 ? {} : { target: 1.3 }),
    },
    figure('save a document', plain, ({ save, plainSave }) => ({ ours: save, floor: plainSave })),
  ];
}
