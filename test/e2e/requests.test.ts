import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { perform } from '../support/gestures/gesture';
import { gestures, gestureService } from '../support/gestures/gestures';

describe('requests', () => {
  let service: Sandbox;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox(gestureService);
    // Tall enough for all rows of a server.
    workbench = await openWorkbench({ viewport: { width: 1280, height: 1400 } });
  });

  after(async () => {
    await workbench.close();
    await service.close();
  });

  for (const gesture of gestures) {
    it(`are as few as possible to ${gesture.name}`, async () => {
      const { made, least } = await perform(gesture, workbench, service);
      assert.deepEqual(made, least);
    });
  }
});
