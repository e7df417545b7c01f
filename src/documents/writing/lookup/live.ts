import type { Resource } from '../../../resources/kinds/kind';

/** A resource as it is now, or that there is none; undefined if that couldn't be read. */
export type Live = Resource | 'gone' | undefined;
