import type { GuardedPlace, GuardKind } from '#shared/permission/guard.ts'
import {
  AGENT_FILES,
  AGENT_FOLDERS,
  EDITOR_FILES,
  EDITOR_FOLDERS,
} from '#shared/permission/program-settings.ts'

/**
 * Returns what a path controls, judged by its name, or null. The path uses `/`. Names are compared as on the
 * most tolerant file system: without case, characters ignored by macOS, and trailing dots and spaces. `.git`
 * also has a short name on Windows.
 */
export function guardByName(shown: string): GuardedPlace | null {
  const segments = shown.split('/').map(plainName)
  for (const [at, segment] of segments.entries()) {
    const kind = FOLDERS.get(segment)
    if (kind !== undefined) return { kind, path: rootOf(shown, at) }
  }
  const name = segments.at(-1) ?? ''
  const kind =
    FILES.get(name) ?? (/^(agents|claude|gemini)(\.[\w-]+)?\.md$/.test(name) ? 'instructions' : null)
  if (kind !== null) return { kind, path: shown }
  const at = segments.findIndex((segment) => PROGRAM_FOLDERS.has(segment))
  if (at >= 0 && at < segments.length - 1) return { kind: 'programs', path: shown }
  const above = segments.at(-2) ?? ''
  return PLACED_FILES.has(`${above}/${name}`) ? { kind: 'programs', path: shown } : null
}

/** File patterns of the shell are compared with these. */
export const PROTECTED_PATTERNS = ['.git', '.orrery', '.claude', '.mcp.json'] as const

/** Whether text that is no path names a protected place, as a script in an argument does. */
export function mentionsProtected(text: string): GuardKind | null {
  // Before a default text in braces, `-` ends the name of the variable.
  const found =
    /(?:^|[^\w.-]|\$\{!?\w+(?:\[[^\]]*\])?:?-)(\.git[\\/](?:hooks|config|info)|\.orrery|\.claude|\.mcp\.json)(?![\w-])/i.exec(
      text,
    )
  const name = found?.[1]?.toLowerCase() ?? ''
  if (found === null) return null
  return FOLDERS.get(name.split(/[\\/]/)[0] ?? '') ?? FILES.get(name) ?? null
}

const FOLDERS: ReadonlyMap<string, GuardKind> = new Map([
  ['.git', 'git'],
  ['git~1', 'git'],
  ['.orrery', 'orrery'],
  ['.claude', 'claude'],
])

const FILES: ReadonlyMap<string, GuardKind> = new Map([
  ['.mcp.json', 'mcp'],
  ['.cursorrules', 'instructions'],
  ['.windsurfrules', 'instructions'],
  ['.clinerules', 'instructions'],
  ['copilot-instructions.md', 'instructions'],
  ...[
    '.envrc',
    '.gitattributes',
    '.gitmodules',
    '.npmrc',
    '.yarnrc',
    '.yarnrc.yml',
    '.pnpmfile.cjs',
    '.pre-commit-config.yaml',
    'lefthook.yml',
    '.lefthook.yml',
    '.mise.toml',
    'mise.toml',
    '.bazelrc',
    '.gitlab-ci.yml',
    'sitecustomize.py',
    'usercustomize.py',
    '.devcontainer.json',
    ...EDITOR_FILES,
    ...AGENT_FILES,
  ].map((name): [string, GuardKind] => [name, 'programs']),
])

/** Folders whose files other programs run or obey by themselves. */
const PROGRAM_FOLDERS: ReadonlySet<string> = new Set([
  '.husky',
  '.agents',
  '.devcontainer',
  ...EDITOR_FOLDERS,
  ...AGENT_FOLDERS,
])

const PLACED_FILES: ReadonlySet<string> = new Set([
  '.cargo/config.toml',
  '.cargo/config',
  '.config/mise.toml',
])

function rootOf(shown: string, at: number): string {
  return shown
    .split('/')
    .slice(0, at + 1)
    .join('/')
}

/** Zero-width characters and the like, which HFS+ ignores in names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

function plainName(segment: string): string {
  return segment
    .normalize('NFKC')
    .toLowerCase()
    .replace(IGNORED, '')
    .replace(/[. ]+$/, '')
}
