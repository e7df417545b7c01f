import { accountTexts } from './texts/accountTexts';
import type { KindTexts } from './texts/fieldTexts';
import { serverTexts } from './texts/serverTexts';
import { webApplicationTexts } from './texts/webApplicationTexts';

/** Descriptions of every kind's fields. A test compares them with the contract. */
export const fieldTexts: KindTexts = { ...serverTexts, ...webApplicationTexts, ...accountTexts };
