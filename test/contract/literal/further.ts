// What was observed beyond the reference and the client does not use yet: an operation moves to `observed.ts` once the
// client's contract has it.
import type { Operation } from './operation';
import { installer } from './observedResources';

/** An operation without a name in the client's contract. */
type FurtherOperation = Omit<Operation, 'id' | 'entry' | 'filters'>;

const S = '/api/v3/servers/{serverId}';
/** A web application that has everything below, made by `prepareFurther`. */
const F = `${S}/webapps/{furnishedWebappId}` as const;
const fixed = '/api/v3/static';

const settings: readonly FurtherOperation[] = [
  { method: 'GET', path: `${fixed}/webapps/installers`, response: ['string'] },
  {
    method: 'POST',
    path: `${S}/webapps/{plainWebappId}/installer`,
    request: { name: 'string' },
    body: { name: 'drupal' },
    response: installer,
  },
  { method: 'GET', path: `${F}/installer/{installerId}`, response: installer },
  { method: 'DELETE', path: `${F}/installer/{installerId}`, response: installer },
];

const git: readonly FurtherOperation[] = [
  {
    method: 'DELETE',
    path: '/api/v3/atomic/{atomicProjectId}/webapps/{atomicWebappId}',
    response: {},
  },
];

/** Every operation that was observed and that the client does not use. */
export const further: readonly FurtherOperation[] = [...settings, ...git];
