import type { MemoryChanges } from '#shared/memory/recall-settings.ts'
import { applied, type ConfigChange } from './edit-models.ts'

/** Writes down what the person settled, beside what else stands there about memory. */
export function withMemory(changes: MemoryChanges): ConfigChange {
  return (text, config) => {
    const memory = { ...config.memory, ...changes }
    return applied(text, { ...config, memory }, [{ path: ['memory'], values: memory }])
  }
}
