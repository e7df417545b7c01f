/** The version of the protocol that knows no sessions: each request says who asks, and how. */
export const statelessVersion = '2026-07-28';

/** The versions in which a client introduces itself first, the newest first. */
export const sessionVersions: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26'];

/** What a client asked for if it's known here, or the newest: then the client decides. */
export function negotiate(requested: unknown): string {
  const known = sessionVersions.find((version) => version === requested);
  return known ?? sessionVersions[0] ?? statelessVersion;
}
