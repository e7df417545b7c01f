/** The protocol version without sessions: each request describes its client. */
export const statelessVersion = '2026-07-28';

/** The versions in which a client first introduces itself, newest first. */
export const sessionVersions: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26'];

/** The requested version if it's supported; otherwise the newest, and the client decides. */
export function negotiate(requested: unknown): string {
  const known = sessionVersions.find((version) => version === requested);
  return known ?? sessionVersions[0] ?? statelessVersion;
}
