import type { Client } from '../client.ts'
import type { Command, Parsed, Scene } from '../command.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { folderOf, projectAt } from '../find-project.ts'
import { printTable } from '../print-table.ts'
import { UsageError } from '../usage-error.ts'
import { LIST_OPTIONS, withClient } from '../with-client.ts'
import { replayRecording } from './replay-recording.ts'

const VERBS = ['list', 'add', 'remove', 'enable', 'disable', 'replay'] as const

/** `orrery mcp`: the MCP servers of the person, and those that the folder adds. */
export const MCP: Command = {
  name: 'mcp',
  summary: 'list, add, remove or switch MCP servers, or replay a recording of one',
  usage: '[list | add <json> | remove <name> | enable <name> | disable <name> | replay <file>]',
  words: VERBS,
  options: {
    project: { type: 'string', value: 'folder', help: 'the project; the default is the current folder' },
    check: { type: 'boolean', help: 'connect to each server that is on, and show its health' },
    ...LIST_OPTIONS,
  },
  run: async (parsed, scene) => {
    const [verb = 'list', word, ...more] = parsed.words
    const known = VERBS.find((each) => each === verb)
    if (known === undefined || more.length > 0 || (known === 'list') !== (word === undefined)) {
      throw new UsageError('See orrery mcp --help.')
    }
    if (known === 'replay') return replayRecording(word ?? '', scene)
    const folder = await folderOf(parsed, scene)
    return withClient(scene, async (client) => {
      const projectId = (await projectAt(client, folder))?.id ?? null
      if (known === 'list') return list(client, projectId, { parsed, scene })
      if (known === 'add') return add(client, word ?? '', scene)
      const { servers } = await client.call('mcp.list', { projectId })
      const server = servers.find(({ name }) => name === word)
      if (server === undefined) throw new UsageError(`There is no MCP server ${word}. See orrery mcp list.`)
      const place = { projectId: server.projectId, key: server.key }
      if (known === 'remove') await client.call('mcp.remove', place)
      else await client.call('mcp.turn', { ...place, on: known === 'enable' })
      return EXIT_CODES.done
    })
  },
}

type ProjectId = NonNullable<Awaited<ReturnType<typeof projectAt>>>['id'] | null

async function list(
  client: Client,
  projectId: ProjectId,
  { parsed, scene }: { readonly parsed: Parsed; readonly scene: Scene },
): Promise<number> {
  if (parsed.is('check')) await connectAll(client, projectId)
  const { servers, problems } = await client.call('mcp.list', { projectId })
  const rows = servers.map(({ name, source, kind, health, enabled, target }) => [
    name,
    source,
    kind,
    enabled ? health.state : 'off',
    target,
    health.state === 'failed' ? health.reason : '',
  ])
  scene.terminal.out(parsed.text('output') === 'json' ? `${JSON.stringify(servers)}\n` : printTable(rows))
  for (const { file, message } of problems) scene.terminal.err(`${file}: ${message}\n`)
  return EXIT_CODES.done
}

/** The time for all servers to answer, in milliseconds. */
const CHECK_LIMIT_MS = 60_000

/** Connects to the servers that may start. Those of an open window show how they are without it. */
async function connectAll(client: Client, projectId: ProjectId): Promise<void> {
  if (client.isWindow) return
  const { servers } = await client.call('mcp.list', { projectId })
  const able = servers.filter(({ enabled, health }) => enabled && health.state !== 'untrusted')
  const limit = AbortSignal.timeout(CHECK_LIMIT_MS)
  let isNew = true
  let wake = () => {}
  const heard = () => {
    isNew = true
    wake()
  }
  limit.addEventListener('abort', heard, { once: true })
  const unhear = client.hear(heard)
  try {
    for (const { projectId: place, key } of able) await client.call('mcp.restart', { projectId: place, key })
    while (!limit.aborted) {
      if (!isNew) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      isNew = false
      const now = (await client.call('mcp.list', { projectId })).servers
      if (!now.some(({ enabled, health }) => enabled && health.state === 'starting')) return
    }
  } finally {
    unhear()
  }
}

/** Adds the servers of a JSON text in the form that other programs use. Ends with code 1 where one cannot be used. */
async function add(client: Client, text: string, { terminal }: Scene): Promise<number> {
  const { added, problems } = await client.call('mcp.import', { text })
  for (const name of added) terminal.out(`${name}\n`)
  for (const { name, problem } of problems) terminal.err(`${name}: ${problem}\n`)
  return problems.length === 0 ? EXIT_CODES.done : EXIT_CODES.failed
}
