// What was observed beyond the reference and the client does not use yet: an operation moves to `observed.ts` once the
// client's contract has it.
import type { Operation } from './operation';

/** An operation without a name in the client's contract. */
type FurtherOperation = Omit<Operation, 'id' | 'entry' | 'filters'>;

const git: readonly FurtherOperation[] = [
  {
    method: 'DELETE',
    path: '/api/v3/atomic/{atomicProjectId}/webapps/{atomicWebappId}',
    response: {},
  },
];

/** Every operation that was observed and that the client does not use. */
export const further: readonly FurtherOperation[] = git;
