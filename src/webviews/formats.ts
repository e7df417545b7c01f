import { formatsOf } from '../shared/formats';

/** How numbers and moments are written: in the language of the page, which is the editor's. */
export const formats = formatsOf(document.documentElement.lang);
