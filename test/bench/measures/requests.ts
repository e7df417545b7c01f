import type { Figure } from '../figure';
import { openWorkbench } from '../../harness/workbench';
import { startSandbox } from '../../../src/sandbox/start';
import { perform } from '../../support/gestures/gesture';
import { gestures, gestureService } from '../../support/gestures/gestures';

/** How many requests each gesture makes, compared with the fewest possible. */
export async function measureRequests(): Promise<readonly Figure[]> {
  const service = await startSandbox(gestureService);
  const workbench = await openWorkbench({ viewport: { width: 1280, height: 1400 } });
  const figures: Figure[] = [];
  try {
    for (const gesture of gestures) {
      const { made, least } = await perform(gesture, workbench, service);
      figures.push({
        name: gesture.name,
        unit: 'requests',
        floor: gesture.because ? `the least: ${gesture.because}` : 'the least',
        runs: [{ ours: made.length, floor: least.length }],
        target: 1,
      });
    }
    return figures;
  } finally {
    await workbench.close();
    await service.close();
  }
}
