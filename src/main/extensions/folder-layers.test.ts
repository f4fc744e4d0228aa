import { mkdir, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { ProjectId } from '#shared/ids.ts'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { systemClock } from '../lib/clock.ts'
import { silentLogger } from '../lib/logger.ts'
import { type AgentFile, readAgentFolder } from './agents/agent-files.ts'
import { createFolderLayers, type Layers } from './folder-layers.ts'

const PROJECT = 'prj_00000001' as ProjectId
const agent = (description: string) => `---\ndescription: ${description}\n---\n\nYou are one.\n`

async function open() {
  const home = await openTempFolder('home')
  const project = await openTempFolder('project')
  const said: (ProjectId | null)[] = []
  const heard: string[] = []
  let trusted = true
  let wake = () => {}
  const layers = createFolderLayers<AgentFile>({
    user: { home: home.path, folder: home.at('agents') },
    ofProject: async () => ({ root: project.path, folder: project.at('.orrery', 'agents') }),
    isTrusted: async () => trusted,
    read: readAgentFolder,
    idOf: ({ definition }) => definition.id,
    inner: false,
    problem: ({ file, message }) => void heard.push(`${basename(file)}: ${message}`),
    changed: (id) => {
      said.push(id)
      wake()
    },
    clock: systemClock,
    logger: silentLogger,
  })
  onTestFinished(layers.close)
  /** Resolves when the condition holds; checked again after every change. */
  const until = async (holds: (found: ReturnType<typeof shown>) => boolean): Promise<void> => {
    for (;;) {
      const next = new Promise<void>((resolve) => {
        wake = resolve
      })
      if (holds(shown(await layers.of(PROJECT)))) return
      await next
    }
  }
  const trust = (now: boolean) => {
    trusted = now
    layers.forget(PROJECT)
  }
  return { home, project, layers, said, heard, until, trust }
}

/** Descriptions and problems, the person's and the project's. */
function shown({ user, project }: Layers<AgentFile>) {
  const words = (layer: Layers<AgentFile>['user']) => ({
    agents: layer.items.map(({ definition }) => definition.description),
    problems: layer.problems.map(({ id }) => id),
  })
  return { user: words(user), project: words(project) }
}

it('follows files of the person and of a project, and says where something changed', async () => {
  const { home, project, layers, said, until } = await open()
  expect(shown(await layers.of(PROJECT))).toEqual({
    user: { agents: [], problems: [] },
    project: { agents: [], problems: [] },
  })
  await home.write('agents/mine.md', agent('Mine.'))
  await until(({ user }) => user.agents.includes('Mine.'))
  await project.write('.orrery/agents/ours.md', agent('Ours.'))
  await until(({ project: its }) => its.agents.includes('Ours.'))
  expect(new Set(said)).toEqual(new Set([null, PROJECT]))
})

it('keeps what a file said before it broke, until it is mended', async () => {
  const { home, heard, until } = await open()
  const file = await home.write('agents/mine.md', agent('Mine.'))
  await until(({ user }) => user.agents.includes('Mine.'))
  await writeFile(file, '---\ndescription: [\n---\n')
  await until(({ user }) => user.problems.includes('mine'))
  await until(({ user }) => user.agents.includes('Mine.'))
  await writeFile(file, agent('Mended.'))
  await until(({ user }) => user.agents.join() === 'Mended.' && user.problems.length === 0)
  expect(heard.map((line) => line.split(',')[0])).toEqual(['mine.md: mine.md'])
})

it('uses nothing of a project that is not trusted, or no longer', async () => {
  const { project, layers, said, trust } = await open()
  await project.write('.orrery/agents/ours.md', agent('Ours.'))
  expect(shown(await layers.of(PROJECT)).project.agents).toEqual(['Ours.'])
  trust(false)
  expect(said).toEqual([PROJECT])
  expect(shown(await layers.of(PROJECT)).project).toEqual({ agents: [], problems: [] })
  trust(true)
  expect(shown(await layers.of(PROJECT)).project.agents).toEqual(['Ours.'])
})

it('uses nothing that came into a project while it was read', async () => {
  const home = await openTempFolder('home')
  const project = await openTempFolder('project')
  await project.write('.orrery/agents/ours.md', agent('Ours.'))
  const answers = [true, false]
  const layers = createFolderLayers<AgentFile>({
    user: { home: home.path, folder: home.at('agents') },
    ofProject: async () => ({ root: project.path, folder: project.at('.orrery', 'agents') }),
    isTrusted: async () => answers.shift() ?? false,
    read: readAgentFolder,
    idOf: ({ definition }) => definition.id,
    inner: false,
    problem: () => {},
    changed: () => {},
    clock: systemClock,
    logger: silentLogger,
  })
  onTestFinished(layers.close)
  expect(shown(await layers.of(PROJECT)).project.agents).toEqual([])
})

it('looks again when it is asked to, and at nothing when it is closed', async () => {
  const { home, layers } = await open()
  await layers.of(null)
  await mkdir(home.at('agents'), { recursive: true })
  await writeFile(home.at('agents', 'mine.md'), agent('Mine.'))
  await layers.refresh(null)
  expect(shown(await layers.of(null)).user.agents).toEqual(['Mine.'])
  await layers.close()
  expect(shown(await layers.of(PROJECT)).project.agents).toEqual([])
})
