import { join } from 'node:path'
import { protocol, type Session } from 'electron'
import { createAssets } from './assets.ts'
import { APP_SCHEME } from './content-policy.ts'
import { createEarlyFiles } from './early-files.ts'

/** Gives our scheme the standing of a web origin. Only possible before the app is ready. */
export function registerAppScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true }
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges }])
}

/** How the browser calls a request that failed for a reason of ours. */
const FAILED = -2

type SchemeDeps = {
  readonly folder: string
  readonly header: string
  readonly failed: (error: unknown) => void
}

/**
 * Serves the built pages of `folder` at our scheme. The older of two ways, since the newer one takes nothing but a
 * `Response`; see `createAssets`.
 */
export function serveAppScheme(session: Session, { folder, header, failed }: SchemeDeps): void {
  const assets = createAssets(folder, header, createEarlyFiles(join(folder, 'index.html')))
  session.protocol.registerBufferProtocol(APP_SCHEME, (request, answer) => {
    assets(request).then(answer, (error: unknown) => {
      failed(error)
      answer({ error: FAILED })
    })
  })
}
