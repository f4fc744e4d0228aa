import type { LanguageRegistration } from 'shiki/core'

type Grammar = { readonly default: LanguageRegistration[] }

/** A language that code can be coloured in. The grammar is fetched when it is first needed. */
export type Language = { readonly label: string; readonly load: () => Promise<Grammar> }

const LANGUAGES: Readonly<Record<string, Language>> = {
  bash: { label: 'Shell', load: () => import('@shikijs/langs/bash') },
  c: { label: 'C', load: () => import('@shikijs/langs/c') },
  cpp: { label: 'C++', load: () => import('@shikijs/langs/cpp') },
  csharp: { label: 'C#', load: () => import('@shikijs/langs/csharp') },
  css: { label: 'CSS', load: () => import('@shikijs/langs/css') },
  diff: { label: 'Diff', load: () => import('@shikijs/langs/diff') },
  docker: { label: 'Dockerfile', load: () => import('@shikijs/langs/docker') },
  go: { label: 'Go', load: () => import('@shikijs/langs/go') },
  graphql: { label: 'GraphQL', load: () => import('@shikijs/langs/graphql') },
  html: { label: 'HTML', load: () => import('@shikijs/langs/html') },
  ini: { label: 'INI', load: () => import('@shikijs/langs/ini') },
  java: { label: 'Java', load: () => import('@shikijs/langs/java') },
  javascript: { label: 'JavaScript', load: () => import('@shikijs/langs/javascript') },
  json: { label: 'JSON', load: () => import('@shikijs/langs/json') },
  jsonc: { label: 'JSON', load: () => import('@shikijs/langs/jsonc') },
  jsx: { label: 'JSX', load: () => import('@shikijs/langs/jsx') },
  kotlin: { label: 'Kotlin', load: () => import('@shikijs/langs/kotlin') },
  lua: { label: 'Lua', load: () => import('@shikijs/langs/lua') },
  make: { label: 'Makefile', load: () => import('@shikijs/langs/make') },
  markdown: { label: 'Markdown', load: () => import('@shikijs/langs/markdown') },
  php: { label: 'PHP', load: () => import('@shikijs/langs/php') },
  powershell: { label: 'PowerShell', load: () => import('@shikijs/langs/powershell') },
  python: { label: 'Python', load: () => import('@shikijs/langs/python') },
  ruby: { label: 'Ruby', load: () => import('@shikijs/langs/ruby') },
  rust: { label: 'Rust', load: () => import('@shikijs/langs/rust') },
  scss: { label: 'SCSS', load: () => import('@shikijs/langs/scss') },
  sql: { label: 'SQL', load: () => import('@shikijs/langs/sql') },
  svelte: { label: 'Svelte', load: () => import('@shikijs/langs/svelte') },
  swift: { label: 'Swift', load: () => import('@shikijs/langs/swift') },
  toml: { label: 'TOML', load: () => import('@shikijs/langs/toml') },
  tsx: { label: 'TSX', load: () => import('@shikijs/langs/tsx') },
  typescript: { label: 'TypeScript', load: () => import('@shikijs/langs/typescript') },
  vue: { label: 'Vue', load: () => import('@shikijs/langs/vue') },
  xml: { label: 'XML', load: () => import('@shikijs/langs/xml') },
  yaml: { label: 'YAML', load: () => import('@shikijs/langs/yaml') },
  zig: { label: 'Zig', load: () => import('@shikijs/langs/zig') },
}

const ALIASES: Readonly<Record<string, string>> = {
  'c++': 'cpp',
  cc: 'cpp',
  cjs: 'javascript',
  console: 'bash',
  cs: 'csharp',
  cts: 'typescript',
  dockerfile: 'docker',
  gql: 'graphql',
  golang: 'go',
  h: 'c',
  hpp: 'cpp',
  htm: 'html',
  js: 'javascript',
  json5: 'jsonc',
  kt: 'kotlin',
  makefile: 'make',
  md: 'markdown',
  mjs: 'javascript',
  mts: 'typescript',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  svg: 'xml',
  ts: 'typescript',
  yml: 'yaml',
  zsh: 'bash',
}

/** The name under which a language is known here, or null: from a fence's words or a file's ending. */
export function languageNamed(name: string): string | null {
  const known = ALIASES[name.toLowerCase()] ?? name.toLowerCase()
  return Object.hasOwn(LANGUAGES, known) ? known : null
}

/** The language of a file, by its name. */
export function languageOfPath(path: string): string | null {
  const file = path.split('/').at(-1) ?? path
  return languageNamed(file.split('.').at(-1) ?? file)
}

export function languageOf(name: string): Language | null {
  const known = languageNamed(name)
  return known === null ? null : (LANGUAGES[known] ?? null)
}
