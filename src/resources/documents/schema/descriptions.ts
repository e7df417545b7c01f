import { accountTexts } from './texts/accountTexts';
import type { KindTexts } from './texts/fieldTexts';
import { serverTexts } from './texts/serverTexts';
import { webApplicationTexts } from './texts/webApplicationTexts';

/** The meaning of every kind's fields. A test holds this to the contract. */
export const fieldTexts: KindTexts = { ...serverTexts, ...webApplicationTexts, ...accountTexts };
