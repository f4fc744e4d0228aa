// The whole of undici takes 100 ms to read and its client 30: caches, sockets for the web and a fetch belong to the rest.
declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici'
}
declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici'
}
declare module 'undici/lib/core/connect.js' {
  import type { Socket } from 'node:net'
  import type { buildConnector as types } from 'undici'

  /** In truth it returns the socket that connects. */
  function buildConnector(options?: types.BuildOptions): (...asked: Parameters<types.connector>) => Socket

  export { buildConnector as default }
}
