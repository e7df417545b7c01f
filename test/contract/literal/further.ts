// Operations observed beyond the reference that the client doesn't use yet. They move to `observed.ts` once the
// client's contract has them.
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

/** Every observed operation that the client doesn't use. */
export const further: readonly FurtherOperation[] = git;
