import type { AppVersion } from '#shared/ipc/calls/diagnostic-calls.ts'

/** Set by the build; tests run without it. */
declare const BUILD_STAMP: AppVersion['build'] | undefined

/** Returns the commit and the time of the build; null when they are unknown. */
export const buildStamp = (): AppVersion['build'] => (typeof BUILD_STAMP === 'undefined' ? null : BUILD_STAMP)
