import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { PermissionRule } from '#shared/permission/rule.ts'
import { commandActs } from '../../../src/main/tools/bash/commands/command-acts.ts'
import { createShellGrammar } from '../../../src/main/tools/bash/commands/shell-grammar.ts'
import { judge } from '../../../src/main/tools/permission/judge.ts'

const loadGrammar = createShellGrammar()
let root = ''

/** Makes the project for the tests of a file. */
export function openVerdictProject(): void {
  beforeAll(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'orrery-verdicts-')))
    await mkdir(`${root}/src`)
    await mkdir(`${root}/bin`)
    await writeFile(`${root}/README.md`, 'read me\n')
    await writeFile(`${root}/src/a.ts`, 'a\n')
    await writeFile(`${root}/--output=x`, '')
    await symlink('/etc', `${root}/elsewhere`)
    await symlink('/etc/passwd', `${root}/linked.txt`)
    await symlink('src', `${root}/inside`)
    await mkdir(`${root}/one/two`, { recursive: true })
    await mkdir(`${root}/three`)
    await symlink('../one/two', `${root}/three/deep`)
  })

  afterAll(() => rm(root, { recursive: true, force: true }))
}

/** A rule in short. */
export type Rule = readonly [tool: string, pattern: string, action: PermissionRule['action']]

/** The verdict on a command in a small project with links and odd names. */
export async function verdictOn(command: string, mode: PermissionMode, rules: readonly Rule[] = []) {
  const acts = await commandActs(command, root, { path: posix, home: '/home/ada' }, loadGrammar)
  const list = rules.map(([tool, pattern, action]): PermissionRule => ({ tool, pattern, action }))
  return judge({ tool: 'bash', mode, rules: [list], grants: [], acts, home: '/home/ada' }).verdict
}

/** The lines of a text, without the space around them. */
export const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())
