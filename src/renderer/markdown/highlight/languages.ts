import type { LanguageRegistration } from 'shiki/core'

type Grammar = { readonly default: LanguageRegistration[] }

/** A language that code can be coloured in. The grammar is fetched when it is first needed. */
export type Language = { readonly label: string; readonly load: () => Promise<Grammar> }

const LANGUAGES: Readonly<Record<string, Language>> = {
  bash: { label: 'Shell', load: () => import('shiki/langs/bash.mjs') },
  c: { label: 'C', load: () => import('shiki/langs/c.mjs') },
  cpp: { label: 'C++', load: () => import('shiki/langs/cpp.mjs') },
  csharp: { label: 'C#', load: () => import('shiki/langs/csharp.mjs') },
  css: { label: 'CSS', load: () => import('shiki/langs/css.mjs') },
  diff: { label: 'Diff', load: () => import('shiki/langs/diff.mjs') },
  docker: { label: 'Dockerfile', load: () => import('shiki/langs/docker.mjs') },
  go: { label: 'Go', load: () => import('shiki/langs/go.mjs') },
  graphql: { label: 'GraphQL', load: () => import('shiki/langs/graphql.mjs') },
  html: { label: 'HTML', load: () => import('shiki/langs/html.mjs') },
  ini: { label: 'INI', load: () => import('shiki/langs/ini.mjs') },
  java: { label: 'Java', load: () => import('shiki/langs/java.mjs') },
  javascript: { label: 'JavaScript', load: () => import('shiki/langs/javascript.mjs') },
  json: { label: 'JSON', load: () => import('shiki/langs/json.mjs') },
  jsonc: { label: 'JSON', load: () => import('shiki/langs/jsonc.mjs') },
  jsx: { label: 'JSX', load: () => import('shiki/langs/jsx.mjs') },
  kotlin: { label: 'Kotlin', load: () => import('shiki/langs/kotlin.mjs') },
  lua: { label: 'Lua', load: () => import('shiki/langs/lua.mjs') },
  make: { label: 'Makefile', load: () => import('shiki/langs/make.mjs') },
  markdown: { label: 'Markdown', load: () => import('shiki/langs/markdown.mjs') },
  php: { label: 'PHP', load: () => import('shiki/langs/php.mjs') },
  powershell: { label: 'PowerShell', load: () => import('shiki/langs/powershell.mjs') },
  python: { label: 'Python', load: () => import('shiki/langs/python.mjs') },
  ruby: { label: 'Ruby', load: () => import('shiki/langs/ruby.mjs') },
  rust: { label: 'Rust', load: () => import('shiki/langs/rust.mjs') },
  scss: { label: 'SCSS', load: () => import('shiki/langs/scss.mjs') },
  sql: { label: 'SQL', load: () => import('shiki/langs/sql.mjs') },
  svelte: { label: 'Svelte', load: () => import('shiki/langs/svelte.mjs') },
  swift: { label: 'Swift', load: () => import('shiki/langs/swift.mjs') },
  toml: { label: 'TOML', load: () => import('shiki/langs/toml.mjs') },
  tsx: { label: 'TSX', load: () => import('shiki/langs/tsx.mjs') },
  typescript: { label: 'TypeScript', load: () => import('shiki/langs/typescript.mjs') },
  vue: { label: 'Vue', load: () => import('shiki/langs/vue.mjs') },
  xml: { label: 'XML', load: () => import('shiki/langs/xml.mjs') },
  yaml: { label: 'YAML', load: () => import('shiki/langs/yaml.mjs') },
  zig: { label: 'Zig', load: () => import('shiki/langs/zig.mjs') },
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
