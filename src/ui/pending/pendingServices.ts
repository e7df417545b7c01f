import type { Pending } from './pending';
import type { DocumentServices } from '../documents/documentServices';
import type { Prompts } from '../../actions/questions/prompts';

/** What staging, reviewing and applying changes uses. */
export interface PendingServices extends DocumentServices {
  readonly pending: Pending;
  readonly prompts: Prompts;
}
