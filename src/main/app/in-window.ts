import type { AppDeps } from '../app-port.ts'
import type { Rooms } from './open-rooms.ts'

/** Input of the parts that answer calls of a window. The signal ends with the app. */
export type InWindow = { readonly deps: AppDeps; readonly rooms: Rooms; readonly signal: AbortSignal }
