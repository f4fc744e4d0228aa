import type { StoredApp } from '#shared/mcp/app.ts'

/** A view and the call whose result it shows. */
export type AppProps = {
  readonly app: StoredApp
  /** The server and the tool whose result it shows. */
  readonly server: string
  readonly tool: string
  /** The arguments of the call. */
  readonly args: unknown
}
