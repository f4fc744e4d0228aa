import type { Progress } from './progress.mjs'

export function findNewerNode(): Promise<string | null>
export function ensureNewerNode(progress: Progress): Promise<void>
