import type { Part } from './parts';

/** Further operations for the overview, all observed. */
export const partNames = ['health', 'hardware', 'services', 'stats', 'log'] as const;
/** The name of a part. */
export type PartName = (typeof partNames)[number];
/** The parts known so far. */
export type Parts = Readonly<Record<PartName, Part>>;
