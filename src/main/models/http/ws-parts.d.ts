// The parts of the package `ws` that are used here. Its types are a package of their own.
declare module 'ws' {
  import type { EventEmitter } from 'node:events'
  import type { IncomingMessage, Server } from 'node:http'
  import type { LookupFunction, Socket } from 'node:net'
  import type { SecureContext } from 'node:tls'

  type Options = {
    readonly headers?: Readonly<Record<string, string>>
    readonly handshakeTimeout?: number
    readonly maxPayload?: number
    readonly perMessageDeflate?: boolean
    readonly lookup?: LookupFunction
    readonly secureContext?: SecureContext
    readonly createConnection?: () => Socket
  }

  class WebSocket extends EventEmitter {
    static readonly OPEN: number
    readonly readyState: number
    constructor(address: string | URL, options?: Options)
    send(text: string): void
    terminate(): void
    close(code?: number): void
    on(event: 'open', listener: () => void): this
    on(event: 'close', listener: (code: number) => void): this
    on(event: 'error', listener: (error: Error) => void): this
    on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): this
  }

  class WebSocketServer extends EventEmitter {
    readonly clients: ReadonlySet<WebSocket>
    constructor(options: { readonly server: Server } | { readonly noServer: true })
    on(event: 'connection', listener: (socket: WebSocket, request: IncomingMessage) => void): this
    close(): void
  }

  export { WebSocket, WebSocketServer }
}
