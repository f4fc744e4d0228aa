import { readdir } from 'node:fs/promises'
import { release, type } from 'node:os'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { EnvironmentFacts } from '../context/instructions/instructions.ts'
import { platformShell } from './platform-shell.ts'
import { nullWhenUnseen } from './rules-disk.ts'
import { smallFile } from './small-file.ts'

const PackageFile = z.looseObject({ name: z.string().optional(), workspaces: z.unknown().optional() })

/** Folders that say nothing about a project. */
const NOISE = new Set([
  'node_modules',
  '.git',
  '.orrery',
  'dist',
  'out',
  'build',
  'target',
  '__pycache__',
  '.venv',
])
const MOST_NAMES = 40

/** Returns the machine facts for the system prompt. `branch` is null outside a repository. */
export function environmentFacts(git: EnvironmentFacts['git']): EnvironmentFacts {
  return { os: `${type()} ${release()}`, platform: process.platform, shell: platformShell(), git }
}

/**
 * A summary of a project: its name, what it is built with, and the names at its top. Never a full tree; nothing of a
 * folder that cannot be seen.
 */
export async function workspaceSummary(root: string): Promise<string> {
  const entries = await readdir(root, { withFileTypes: true }).catch(nullWhenUnseen)
  if (entries === null) return ''
  const names = entries
    .filter((entry) => !NOISE.has(entry.name))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort((a, b) => a.localeCompare(b))
  const shown = names.slice(0, MOST_NAMES)
  const rest = names.length - shown.length
  const packageLine = await packageSummary(root)
  return [
    `Project folder: ${basename(root)}`,
    ...(packageLine === null ? [] : [packageLine]),
    `At its top: ${shown.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`,
  ].join('\n')
}

async function packageSummary(root: string): Promise<string | null> {
  const text = await smallFile(join(root, 'package.json'))
  if (text === null) return null
  try {
    const parsed = PackageFile.safeParse(JSON.parse(text))
    if (!parsed.success) return null
    const { name, workspaces } = parsed.data
    return `package.json: ${name ?? 'unnamed'}${workspaces === undefined ? '' : ', with workspaces'}`
  } catch (error) {
    // A project with a broken package file is still a project.
    if (error instanceof SyntaxError) return null
    throw error
  }
}
