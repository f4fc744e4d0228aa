/** A model server that people run on their own machine, and the port it usually has. */
export type LocalServer = {
  readonly name: string
  /** The provider part of a model's reference. */
  readonly provider: string
  readonly port: number
}

/** The known local servers with their default ports. */
export const LOCAL_SERVERS: readonly LocalServer[] = [
  { name: 'Ollama', provider: 'ollama', port: 11434 },
  { name: 'LM Studio', provider: 'lmstudio', port: 1234 },
  { name: 'llama.cpp', provider: 'llamacpp', port: 8080 },
]

/** Returns the local servers to detect. A different port of Ollama is read from its environment variable. */
export function localServers(env: Readonly<Record<string, string | undefined>>): readonly LocalServer[] {
  const port = portHere(env['OLLAMA_HOST']?.trim() ?? '')
  return LOCAL_SERVERS.map((server) =>
    server.provider === 'ollama' && port !== null ? { ...server, port } : server,
  )
}

/** The port of an address of this machine, or null. Nothing but this machine is looked at unasked. */
function portHere(address: string): number | null {
  const here = /^(?:http:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])?:(\d{1,5})\/?$/.exec(address)
  const port = Number(here?.[1])
  return port > 0 && port < 65_536 ? port : null
}
