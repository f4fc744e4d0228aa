import type { Bridge } from '#shared/ipc/bridge.ts'

declare global {
  interface Window {
    /** What the preload put here. */
    readonly orrery: Bridge
  }
}
