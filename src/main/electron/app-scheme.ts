import { protocol, type Session } from 'electron'
import { createAssets } from './assets.ts'
import type { EarlyFiles } from './start/early-files.ts'
import { APP_SCHEME } from './windows/content-policy.ts'
import { FRAME_SCHEME } from './windows/frame-address.ts'
import type { FramePages } from './windows/frame-pages.ts'

/** Serves foreign pages to caged frames. */
export function serveFrameScheme(session: Session, { answer }: Pick<FramePages, 'answer'>): void {
  session.protocol.registerBufferProtocol(FRAME_SCHEME, (request, reply) => reply(answer(request)))
}

/** Gives our scheme the standing of a web origin. Only possible before the app is ready. */
export function registerAppScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true }
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges },
    // A standard scheme makes each host a site of its own, and so a process of its own.
    { scheme: FRAME_SCHEME, privileges: { standard: true, secure: true } },
  ])
}

/** The browser's error code for a request that failed in the app. */
const FAILED = -2

type SchemeDeps = {
  readonly folder: string
  readonly header: string
  readonly files: Pick<EarlyFiles, 'read'>
  readonly failed: (error: unknown) => void
}

/**
 * Serves the built pages of `folder` at our scheme. The older of two ways, since the newer one takes nothing but a
 * `Response`; see `createAssets`.
 */
export function serveAppScheme(session: Session, { folder, header, files, failed }: SchemeDeps): void {
  const assets = createAssets(folder, header, files.read)
  session.protocol.registerBufferProtocol(APP_SCHEME, (request, answer) => {
    const asset = assets(request)
    if (!(asset instanceof Promise)) return answer(asset)
    return void asset.then(answer, (error: unknown) => {
      failed(error)
      answer({ error: FAILED })
    })
  })
}
