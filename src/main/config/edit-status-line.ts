import type { StatusLineTable } from '#shared/status-line/status-line.ts'
import { applied, type ConfigChange } from './edit-models.ts'

/** Sets the status line command and keeps its other settings; null removes all of them. */
export function withStatusLine(command: string | null): ConfigChange {
  return (text, config) => {
    const { statusLine, ...rest } = config
    const table: StatusLineTable | null = command === null ? null : { ...statusLine, command }
    return applied(text, table === null ? rest : { ...rest, statusLine: table }, [
      { path: ['statusLine'], values: table },
    ])
  }
}
