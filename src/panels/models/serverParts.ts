import type { Part } from './parts';

/** Further operations for the overview, all observed. */
export const serverPartNames = ['health', 'hardware', 'services', 'stats', 'log'] as const;
export type ServerPartName = (typeof serverPartNames)[number];
/** The parts known so far. */
export type ServerParts = Readonly<Record<ServerPartName, Part>>;
