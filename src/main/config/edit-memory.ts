import type { EmbeddingChoice } from '#shared/memory/embedding.ts'
import type { MemoryChanges } from '#shared/memory/recall-settings.ts'
import { applied, type ConfigChange } from './edit-models.ts'

/** Writes the person's settings, keeping other memory settings. */
export function withMemory(changes: MemoryChanges): ConfigChange {
  return (text, config) => {
    const { embeddings, ...before } = config.memory ?? {}
    const values = { ...before, ...changes }
    const memory = embeddings === undefined ? values : { ...values, embeddings }
    return applied(text, { ...config, memory }, [{ path: ['memory'], values }])
  }
}

/** Writes down which model tells what means something alike; null: none does. */
export function withEmbeddings(choice: EmbeddingChoice | null): ConfigChange {
  return (text, config) => {
    const { embeddings: _, ...rest } = config.memory ?? {}
    const memory = choice === null ? rest : { ...rest, embeddings: choice }
    return applied(text, { ...config, memory }, [{ path: ['memory', 'embeddings'], values: choice }])
  }
}
