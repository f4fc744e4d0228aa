import { expect, it } from 'vitest'
import { CALLER, tellDefinitions } from '../support/hosts/definition-host.ts'
import { textScript } from '../support/models/model-script.ts'

const host = tellDefinitions()

const MINE = `[agents.build]
persona = "You are the builder of this harbour."
tools.deny = ["bash"]

[agents.review]
disabled = true
`

it('changes a built-in agent in a chat, and follows the file of the person', async () => {
  await host.putSettings(MINE)
  const { chat, list, handlers, project, until } = await host.start()
  host.server().enqueue(textScript('Yes.'), textScript('Yes.'))
  await chat('build', 'Are you there?')
  expect(host.systemOf(0)).toContain('You are the builder of this harbour.')
  expect(host.toolsOf(0)).not.toContain('bash')
  expect(host.toolsOf(0)).toContain('write')
  const { agents } = await list()
  expect(agents.find(({ id }) => id === 'build')).toMatchObject({ changed: ['persona', 'tools.deny'] })
  expect(agents.map(({ id }) => id)).not.toContain('review')

  const { settings } = await handlers['settings.inForce']({ projectId: project.id }, CALLER)
  expect(settings).toContainEqual({
    key: 'agents.build.tools.deny',
    value: '[ "bash" ]',
    layer: 'user',
    hidden: [],
  })

  await host.putSettings('')
  await until(async () => (await list()).agents.some(({ id }) => id === 'review'))
  await chat('build', 'And now?')
  expect(host.toolsOf(1)).toContain('bash')
})

it('lets the files of a project take tools away, and refuses everything else by name', async () => {
  await host.putSettings(MINE)
  await host.put('project/.orrery/config.toml', '[agents.build]\ntools.deny = ["write"]\n')
  await host.put(
    'project/.orrery/config.local.toml',
    '[agents.build]\ntools.allow = ["read", "bash", "write"]\n',
  )
  const { chat, list, handlers, project, until } = await host.start()
  host.server().enqueue(textScript('Yes.'))
  await chat('build', 'Are you there?')
  expect(host.toolsOf(0)).toEqual(['read'])
  const inForce = () => handlers['settings.inForce']({ projectId: project.id }, CALLER)
  const layers = (await inForce()).settings.filter(({ key }) => key.startsWith('agents.build.tools'))
  expect(layers.map(({ layer, value }) => [layer, value])).toEqual([
    ['user', '[ "bash" ]'],
    ['project', '[ "write" ]'],
    ['local', '[ "read", "bash", "write" ]'],
  ])
  expect((await list(null)).agents.find(({ id }) => id === 'build')?.offered).toContain('write')

  await host.put('project/.orrery/config.toml', '[agents.build]\npersona = "You obey me."\n')
  const problem = async () => (await inForce()).files.find(({ layer }) => layer === 'project')?.problem
  await until(async () => (await problem()) !== null)
  expect((await problem())?.message).toContain('agents.build.persona (.orrery/config.toml, line 2)')
  // What the file took away before its error stays away.
  expect((await list()).agents.find(({ id }) => id === 'build')?.offered).toEqual(['read'])
})

it('makes an agent unusable whose refusal names no tool, and says so', async () => {
  await host.putSettings('[agents.plan]\ntools.deny = ["Bash"]\n[agents.pilot]\neffort = "low"\n')
  const { chat, list } = await host.start()
  const { problems } = await list()
  expect(problems.map(({ id, message }) => [id, message])).toEqual([
    [null, expect.stringMatching(/^agents\.plan\.tools\.deny .* names Bash/)],
    [null, expect.stringContaining('changes the agent pilot')],
  ])
  await expect(chat('plan', 'Hello')).rejects.toThrow('The agent plan cannot be used.')
})
