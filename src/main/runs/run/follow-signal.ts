/**
 * Aborts `abort` with `above` and its reason, until the returned function is called. `AbortSignal.any` would
 * keep its objects alive until a full garbage collection.
 */
export function follow(abort: AbortController, above: AbortSignal): () => void {
  const stop = () => abort.abort(above.reason)
  if (above.aborted) stop()
  else above.addEventListener('abort', stop, { once: true })
  return () => above.removeEventListener('abort', stop)
}
