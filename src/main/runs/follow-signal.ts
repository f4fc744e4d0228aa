/**
 * Aborts `abort` when `above` is aborted, with the same reason, until the returned function is called. What
 * `AbortSignal.any` makes is let go only when the collector has looked at everything, with all that hangs on it.
 */
export function follow(abort: AbortController, above: AbortSignal): () => void {
  const stop = () => abort.abort(above.reason)
  if (above.aborted) stop()
  else above.addEventListener('abort', stop, { once: true })
  return () => above.removeEventListener('abort', stop)
}
