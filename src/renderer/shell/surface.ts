import type { Place } from '../store/app-state.ts'

/** The places of the app, in the order of the rail. */
export const SURFACES: readonly Place[] = ['chat', 'workflows', 'agents', 'memory', 'vault', 'settings']
