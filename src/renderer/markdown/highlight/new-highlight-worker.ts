import type { HighlightWorker } from './highlighter.ts'

/** Starts the worker that colours code. It is a module of its own, so that grammars load one by one. */
export function newHighlightWorker(): HighlightWorker {
  return new Worker(new URL('./highlight.worker.ts', import.meta.url), { type: 'module' })
}
