import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FileProblem } from '#shared/agent/file-problem.ts'
import type { PermissionRule } from '#shared/permission/rule.ts'
import { CLAUDE_FOLDERS } from '../../../../test/support/data/claude-folders.ts'
import { projectPaths } from '../../config/paths.ts'
import { createSavedWorkflows } from '../../workflows/host/saved-workflows.ts'
import { readCommandFolder } from '../commands/command-files.ts'
import type { Layer } from '../read-folder.ts'
import { readSkillFolder } from '../skills/skill-files.ts'
import { readForeignAgents } from './foreign-agents.ts'
import { readForeignHooks } from './foreign-hooks.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'orrery foreign 中文 '))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const list = (key: string, names: readonly string[] | undefined) =>
  names === undefined ? '' : ` ${key}=${names.join(',')}`
const patterns = (rules: readonly PermissionRule[] = []) =>
  rules.length === 0
    ? ''
    : list(
        'allow',
        rules.map(({ pattern = '' }) => pattern),
      )

/** Reads everything in the folder, in short lines. */
async function everything() {
  const { foreign } = projectPaths(root)
  const at = (path: string) => ({ source: 'project', path, within: root, isForeign: true }) as const
  const each = async <T>(
    paths: readonly string[],
    read: (folder: ReturnType<typeof at>) => Promise<Layer<T>>,
  ) => {
    const layers = await Promise.all(paths.map((path) => read(at(path))))
    return {
      items: layers.flatMap(({ items }) => items),
      problems: layers.flatMap(({ problems }) => problems),
    }
  }
  const agents = await each(foreign.agents, readForeignAgents)
  const commands = await each(foreign.commands, readCommandFolder)
  const skills = await each(foreign.skills, readSkillFolder)
  const hooks = await each(foreign.hooks, readForeignHooks)
  const saved = await createSavedWorkflows({
    bundled: join(root, 'none'),
    user: join(root, 'none'),
    ofProject: async () => foreign.workflows,
  }).list('project_1' as never)
  const loads = [
    ...agents.items.map(
      ({ definition: { id, tools, permissionMode } }) =>
        `agent ${id}${list('allow', tools.allow)}${list('deny', tools.deny)}${permissionMode === undefined ? '' : ` mode=${permissionMode}`}`,
    ),
    ...commands.items.map(
      ({ name, space, hint, allowed }) =>
        `command ${space === '' ? '' : `${space}:`}${name}${hint === '' ? '' : ` hint=${hint}`}${patterns(allowed)}`,
    ),
    ...skills.items.map(({ name, allowed }) => `skill ${name}${patterns(allowed)}`),
    ...hooks.items.map(
      ({ hook, form }) => `hook ${hook.on} ${form?.matcher?.join('|') ?? '*'} ${hook.timeoutMs}`,
    ),
    ...saved.filter(({ problem }) => problem === null).map(({ name }) => `workflow ${name}`),
  ]
  const problems: readonly Pick<FileProblem, 'message'>[] = [
    ...[agents, commands, skills, hooks].flatMap((layer) => layer.problems),
    ...saved.flatMap(({ problem }) => problem ?? []),
  ]
  return { loads, faults: problems.map(({ message }) => message) }
}

it.each(CLAUDE_FOLDERS)('reads a folder of another program: $name', async ({ files, loads, faults }) => {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
  }
  const found = await everything()
  expect(found.loads).toEqual(loads)
  expect(found.faults).toEqual(faults.map((part) => expect.stringContaining(part)))
})

it('knows thirty folders, more than ten of them faulty', () => {
  expect(CLAUDE_FOLDERS.length).toBeGreaterThanOrEqual(30)
  expect(CLAUDE_FOLDERS.filter(({ faults }) => faults.length > 0).length).toBeGreaterThanOrEqual(10)
})
