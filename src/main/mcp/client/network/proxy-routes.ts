import type { FromMcp, ToMcp } from '../../messages.ts'

type Waiting = { readonly resolve: (proxy: URL | null) => void; readonly reject: (error: Error) => void }

/** Asks main for the proxy of an address. Only main can ask the system for it. */
export function createProxyRoutes(post: (message: FromMcp) => void) {
  const waiting = new Map<number, Waiting>()
  let count = 0
  return {
    proxyFor: (url: URL): Promise<URL | null> =>
      new Promise((resolve, reject) => {
        count += 1
        waiting.set(count, { resolve, reject })
        post({ type: 'route', id: count, url: url.href })
      }),
    hear: ({ id, proxy, problem }: Extract<ToMcp, { type: 'routed' }>): void => {
      const asked = waiting.get(id)
      waiting.delete(id)
      if (problem !== null) asked?.reject(new Error(problem))
      else asked?.resolve(proxy === null ? null : new URL(proxy))
    },
  }
}
