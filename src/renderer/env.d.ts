import type { Bridge } from '#shared/ipc/bridge.ts'

declare global {
  interface Window {
    /** The bridge added by the preload script. */
    readonly orrery: Bridge
  }
}
