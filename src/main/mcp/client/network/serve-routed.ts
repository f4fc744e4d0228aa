import type { ToMcp } from '../../messages.ts'
import { serveConnections } from '../serve-connections.ts'
import { createProxyRoutes } from './proxy-routes.ts'
import { createRoutedFetch } from './routed-fetch.ts'

type Deps = Omit<Parameters<typeof serveConnections>[0], 'request'> & {
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Keeps connections to servers, over the proxies and certificates of models. */
export function serveRouted({ env, ...deps }: Deps): (message: ToMcp) => void {
  const { proxyFor, hear } = createProxyRoutes(deps.post)
  const serve = serveConnections({ ...deps, request: createRoutedFetch({ proxyFor, env }) })
  return (message) => {
    if (message.type === 'routed') hear(message)
    else serve(message)
  }
}
