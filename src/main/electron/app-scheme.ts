import { protocol, type Session } from 'electron'
import { createAssets } from './assets.ts'
import { APP_SCHEME } from './content-policy.ts'

/** Gives our scheme the standing of a web origin. Only possible before the app is ready. */
export function registerAppScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true }
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges }])
}

/** Serves the built pages of `folder` at our scheme. */
export function serveAppScheme(session: Session, folder: string, header: string): void {
  session.protocol.handle(APP_SCHEME, createAssets(folder, header))
}
