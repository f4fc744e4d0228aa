import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AgentHost, CALLER, openAgentHost } from '../support/hosts/agent-host.ts'

let host: AgentHost
beforeEach(async () => {
  host = await openAgentHost()
})
afterEach(() => host.close())

it('opens the file of a skill of the person, also of a broken one, and of none that is not listed', async () => {
  await host.put('home/skills/soundings/SKILL.md', '---\ndescription: Reads charts.\n---\n\nRead.\n')
  await host.put('home/skills/broken/SKILL.md', 'No header.\n')
  const { handlers } = await host.start()
  const open = async (name: string) =>
    handlers['skills.open']({ projectId: null, source: 'user', name }, CALLER)
  expect([await open('soundings'), await open('broken')]).toEqual([null, null])
  await expect(open('../../secrets')).rejects.toMatchObject({ code: 'config.invalid' })
})
