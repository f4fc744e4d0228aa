import { AppError } from '#shared/errors.ts'
import { type LanguageServer, languageOf } from '#shared/problems/language-server.ts'

/** The language servers of a project, and which of them the person switched on. */
export type ServerChoice = {
  readonly servers: Readonly<Record<string, LanguageServer>>
  readonly isOn: (id: string, server: LanguageServer) => boolean
}

const INSTEAD = 'Use grep instead.'

/**
 * Returns the servers that can answer about a file, or about the project without one, by name. Throws a sentence for the
 * agent where there is none.
 */
export function serversFor(
  path: string | null,
  { servers, isOn }: ServerChoice,
): readonly (readonly [string, LanguageServer])[] {
  const all = Object.entries(servers)
  if (all.length === 0)
    throw refusal('This project names no language servers ([diagnostics.servers] in .orrery/config.toml).')
  const language = path === null ? null : languageOf(path)
  const fitting =
    path === null ? all : all.filter(([, config]) => language !== null && config.languages.includes(language))
  if (fitting.length === 0) {
    const known = all.map(([id, config]) => `${id} (${config.languages.join(', ')})`).join('; ')
    throw refusal(`No language server of this project is for ${path}. There are: ${known}.`)
  }
  const running = fitting.filter(([id, server]) => isOn(id, server))
  if (running.length > 0) return running
  const names = fitting.map(([id]) => id).join(', ')
  throw refusal(`Switched off: ${names}. The person can switch language servers on under Settings › Checks.`)
}

const refusal = (reason: string): AppError => AppError.forAgent('tool.failed', `${reason} ${INSTEAD}`)
