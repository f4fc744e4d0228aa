/** The oldest major version of Electron with security updates (electronjs.org, November 2026). */
const OLDEST_ELECTRON = 43

/** Whether this version of Electron gets security updates. A version that cannot be read counts as supported. */
export function hasSecurityUpdates(version: string): boolean {
  const major = Number.parseInt(version, 10)
  return Number.isNaN(major) || major >= OLDEST_ELECTRON
}
