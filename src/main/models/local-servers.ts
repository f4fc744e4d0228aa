/** A model server that people run on their own machine, and the port it usually has. */
export type LocalServer = {
  readonly name: string
  /** The provider part of a model's reference. */
  readonly provider: string
  readonly port: number
}

export const LOCAL_SERVERS: readonly LocalServer[] = [
  { name: 'Ollama', provider: 'ollama', port: 11434 },
  { name: 'LM Studio', provider: 'lmstudio', port: 1234 },
  { name: 'llama.cpp', provider: 'llamacpp', port: 8080 },
]
