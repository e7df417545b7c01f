/** The versions of the protocol that agents speak: with sessions, and without. */
export const eras = ['2025-11-25', '2026-07-28'] as const;
export type Era = (typeof eras)[number];
