import type { DraftSaves } from './draftSaves';
import type { Prompts } from '../../actions/questions/prompts';
import type { DocumentServices } from '../documents/documentServices';

/** What starting, discarding and creating drafts uses. */
export interface DraftServices extends DocumentServices {
  readonly drafts: DraftSaves;
  readonly prompts: Prompts;
}
