import { z } from 'zod'

/** The languages of the Language Server Protocol that are known here, with the endings of their files. */
const ENDINGS = {
  bibtex: ['bib'],
  c: ['c', 'h'],
  clojure: ['clj', 'cljs', 'cljc'],
  cpp: ['cc', 'cpp', 'cxx', 'hh', 'hpp', 'hxx'],
  csharp: ['cs'],
  css: ['css'],
  dart: ['dart'],
  elixir: ['ex', 'exs'],
  go: ['go'],
  graphql: ['graphql', 'gql'],
  haskell: ['hs'],
  html: ['html', 'htm'],
  java: ['java'],
  javascript: ['js', 'mjs', 'cjs'],
  javascriptreact: ['jsx'],
  json: ['json'],
  kotlin: ['kt', 'kts'],
  latex: ['tex'],
  less: ['less'],
  lua: ['lua'],
  markdown: ['md'],
  nix: ['nix'],
  ocaml: ['ml', 'mli'],
  perl: ['pl', 'pm'],
  php: ['php'],
  python: ['py', 'pyi'],
  r: ['r'],
  ruby: ['rb'],
  rust: ['rs'],
  scala: ['scala'],
  scss: ['scss'],
  shellscript: ['sh', 'bash'],
  sql: ['sql'],
  svelte: ['svelte'],
  swift: ['swift'],
  terraform: ['tf'],
  toml: ['toml'],
  typescript: ['ts', 'mts', 'cts'],
  typescriptreact: ['tsx'],
  vue: ['vue'],
  yaml: ['yaml', 'yml'],
  zig: ['zig'],
} as const

export type Language = keyof typeof ENDINGS
const LANGUAGES = Object.keys(ENDINGS) as [Language, ...Language[]]

/** The most characters that the values of one server take as JSON. */
const MOST_VALUES = 65_536

const ServerValues = z
  .record(z.string(), z.json())
  .refine((values) => JSON.stringify(values).length <= MOST_VALUES, `at most ${MOST_VALUES} characters`)

/** The settings sent to a language server. Its documentation names the values. */
export const ServerChoices = z.strictObject({
  /** Values that it gets once, as it starts. */
  initializationOptions: z.exactOptional(ServerValues),
  /** Values by section, such as `python.analysis`, which it asks for. */
  settings: z.exactOptional(ServerValues),
})
export type ServerChoices = z.infer<typeof ServerChoices>

const ServerName = z.string().regex(/^[A-Za-z0-9][\w-]{0,59}$/)

/** A language server of a project: a program that speaks the protocol over its standard input and output. */
export const LanguageServer = z.strictObject({
  command: z.string().trim().min(1).max(1_000),
  args: z.exactOptional(z.array(z.string().max(4_000)).max(100)),
  languages: z.array(z.enum(LANGUAGES)).min(1).max(LANGUAGES.length),
  ...ServerChoices.shape,
})
export type LanguageServer = z.infer<typeof LanguageServer>

/** `[diagnostics]` of a project. */
export const DiagnosticsTable = z.strictObject({
  servers: z.exactOptional(z.record(ServerName, LanguageServer)),
})

/** `[diagnostics]` of the person: settings for the servers of all projects, beside those of the project. */
export const OwnDiagnosticsTable = z.strictObject({
  servers: z.exactOptional(z.record(ServerName, ServerChoices)),
})

/** Returns the language of a file by its ending; null for an unknown one. */
export function languageOf(path: string): Language | null {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return LANGUAGES.find((language) => (ENDINGS[language] as readonly string[]).includes(ending)) ?? null
}

/** `off`: the person did not switch it on. `resting`: it starts with the next edit. `failed`: it is retried later. */
export type ServerState = 'off' | 'resting' | 'starting' | 'running' | 'failed'
