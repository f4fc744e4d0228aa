import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hooksText } from '../support/disk/plugin-rig.ts'
import { CALLER, systemOf, wordsOf } from '../support/hosts/agent-host.ts'
import { fileOf } from '../support/hosts/definition-host.ts'
import { openRuleHost, type RuleHost } from '../support/hosts/rule-host.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

let host: RuleHost
const put = (file: string, text: string) => host.put(`tides/${file}`, text)

beforeEach(async () => {
  host = await openRuleHost()
  await put('.claude-plugin/plugin.json', JSON.stringify({ name: 'tides', version: '1.0.0' }))
  await put('skills/moon/SKILL.md', fileOf('name: moon\ndescription: Reads the moon.', 'Look up.'))
  await put(
    'skills/chart/SKILL.md',
    fileOf('name: chart\ndescription: Reads the chart of a plugin.', 'Unfold.'),
  )
  await put('commands/level.md', 'Name the level of $1.')
  await put('agents/pilot.md', fileOf('name: pilot\ndescription: Pilots ships.', 'You pilot.'))
  await put('hooks/hooks.json', hooksText('UserPromptSubmit', 'sh "${CLAUDE_PLUGIN_ROOT}/say.sh"'))
  await put('say.sh', 'echo "The plugin is in $CLAUDE_PLUGIN_ROOT."')
  await put('tools/note.toml', 'description = "Notes."\ncommand = "cat ${CLAUDE_PLUGIN_ROOT}/say.sh"\n')
  await put('.mcp.json', JSON.stringify({ mcpServers: { gauge: { command: 'no-such-program' } } }))
  await host.put('home/skills/chart/SKILL.md', fileOf('description: Reads a chart of the person.', 'Yours.'))
  host.answer(['', textScript('Done.')])
})
afterEach(() => host.close())

it('loads nothing before the installation, everything after it, and nothing once a file has changed', async () => {
  const app = await host.start()
  const { handlers, project } = app
  const projectId = project.id
  const state = async () => {
    const [skills, commands, agents, hooks, servers] = await Promise.all([
      handlers['skills.list']({ projectId }, CALLER),
      handlers['commands.files']({ projectId }, CALLER),
      handlers['agents.list']({ projectId }, CALLER),
      handlers['hooks.list']({ projectId }, CALLER),
      handlers['mcp.list']({ projectId }, CALLER),
    ])
    return {
      skills: skills.skills.filter(({ source }) => source !== 'builtin').map(({ name }) => name),
      commands: commands.commands.map(({ name, plugin }) => [name, plugin]),
      agents: agents.agents.filter(({ source }) => source === 'plugin').map(({ id }) => id),
      hooks: hooks.hooks.map(({ plugin }) => plugin),
      servers: servers.servers.map(({ name, plugin, sandboxed }) => [name, plugin, sandboxed]),
    }
  }
  const nothing = { skills: ['chart'], commands: [], agents: [], hooks: [], servers: [] }
  const opened = await handlers['plugins.open']({ source: join(host.folder, 'tides'), inside: null }, CALLER)
  if (opened.kind === 'choice') throw new Error('It is a marketplace.')
  const sessionId = await app.begin('One.')
  await app.app.idle()
  expect(await state()).toEqual(nothing)
  expect(wordsOf(host.sent().at(-1))).not.toContain('The plugin is in')

  await handlers['plugins.install']({ id: opened.preview.id }, CALLER)
  expect(await state()).toEqual({
    skills: ['chart', 'moon', 'tides:chart'],
    commands: [['level', 'tides']],
    agents: ['pilot'],
    hooks: ['tides'],
    servers: [['gauge', 'tides', true]],
  })
  await handlers['mcp.turn']({ projectId: null, key: 'user:gauge', on: false }, CALLER)
  await app.say(sessionId, 'Two.')
  expect(wordsOf(host.sent().at(-1))).toContain(
    `The plugin is in ${join(host.folder, 'home/plugins/tides')}.`,
  )
  expect(wordsOf(host.sent().at(-1))).toContain('A tool of the plugin tides. Notes.')
  await app.say(sessionId, '/level ebb')
  expect(wordsOf(host.sent().at(-1))).toContain('Name the level of ebb.')
  await app.say(sessionId, '/tides:chart')
  expect(wordsOf(host.sent().at(-1))).toContain('Unfold.')
  await app.say(sessionId, '/tides:level flood')
  expect(wordsOf(host.sent().at(-1))).toContain('Name the level of flood.')

  await host.put('home/plugins/tides/say.sh', `touch "${join(host.folder, 'ran')}"; echo changed`)
  host.answer(['Three', callScript([{ name: 'own__note', args: {} }])], ['', textScript('Done.')])
  await app.say(sessionId, 'Three.')
  expect(existsSync(join(host.folder, 'ran'))).toBe(false)
  await app.until(() =>
    app.heard.some((message) => JSON.stringify(message).includes('The plugin tides is off')),
  )
  expect((await handlers['plugins.list']({}, CALLER)).plugins).toMatchObject([
    { name: 'tides', state: 'changed', changes: { changed: ['say.sh'] } },
  ])
  expect(await state()).toEqual(nothing)

  const review = await handlers['plugins.review']({ name: 'tides' }, CALLER)
  expect(review.update).toMatchObject({ changed: ['say.sh'], grows: false })
  await handlers['plugins.discard']({ id: review.id }, CALLER)
  await handlers['plugins.remove']({ name: 'tides' }, CALLER)
  expect(await state()).toEqual(nothing)
  expect(existsSync(join(host.folder, 'home/plugins/tides'))).toBe(false)
})

it('adds the chosen output style to new chats, also one of a plugin', async () => {
  await put('output-styles/tide.md', fileOf('description: Like a tide table.', 'Answer as a tide table.'))
  const app = await host.start()
  const { handlers, project } = app
  const projectId = project.id
  const opened = await handlers['plugins.open']({ source: join(host.folder, 'tides'), inside: null }, CALLER)
  if (opened.kind === 'choice') throw new Error('It is a marketplace.')
  expect(opened.preview.card.parts.styles).toEqual(['tide'])
  await handlers['plugins.install']({ id: opened.preview.id }, CALLER)
  await handlers['plugins.turn']({ name: 'tides', on: true }, CALLER)
  await handlers['mcp.turn']({ projectId: null, key: 'user:gauge', on: false }, CALLER)
  const before = await app.begin('One.')
  await app.app.idle()
  await expect(handlers['styles.choose']({ projectId, name: 'loud' }, CALLER)).rejects.toThrow(
    'output styles are: tide',
  )
  await handlers['styles.choose']({ projectId, name: 'tide' }, CALLER)
  await app.begin('Two.')
  await app.app.idle()
  expect(systemOf(host.sent().at(-1))).toContain('# Output style: tide\n\nAnswer as a tide table.')
  await app.say(before, 'Three.')
  expect(systemOf(host.sent().at(-1))).not.toContain('Output style')
})
