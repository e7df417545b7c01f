import { Socket } from 'node:net';

/** Ends this process when its parent is gone, which may be killed without a chance to end its children. */
export function endWithParent(): void {
  // Only a pipe reports that its other end was closed.
  if (!(process.stdin instanceof Socket)) return;
  process.stdin.on('end', () => process.exit(1)).resume();
  process.stdin.unref();
}
