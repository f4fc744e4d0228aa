import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CALLER, systemOf, wordsOf } from '../support/hosts/agent-host.ts'
import { fileOf } from '../support/hosts/definition-host.ts'
import { delegate, firstAgentOf, openRuleHost, type RuleHost } from '../support/hosts/rule-host.ts'
import { textScript } from '../support/models/model-script.ts'

let host: RuleHost

beforeEach(async () => {
  host = await openRuleHost()
})
afterEach(() => host.close())

it('tells an agent that goes on which skills came and went since its task was given to it', async () => {
  await host.put('home/skills/tides/SKILL.md', fileOf('description: How to read a tide table.', 'Read it.'))
  host.answer(
    ['Ask somebody', delegate({ title: 'Sea', prompt: 'FIND the sea.', agent: 'general' })],
    ['FIND', textScript('There it is.')],
    ['There it is', textScript('Found.')],
    ['GO ON', textScript('I look again.')],
    ['AND ON', textScript('And again.')],
  )
  const app = await host.start()
  const sessionId = await app.begin('Ask somebody.')
  await app.app.idle()
  const agent = await firstAgentOf(app, sessionId)
  expect(systemOf(host.askedWith('FIND')[0])).toContain('- tides: ')
  expect(wordsOf(host.askedWith('FIND')[0])).not.toContain('can be loaded now')

  await host.put('home/skills/moon/SKILL.md', fileOf('description: What the moon does.', 'Look up.'))
  await rm(join(host.folder, 'home/skills/tides'), { recursive: true })
  await app.handlers['skills.list']({ projectId: app.project.id }, CALLER)
  const tell = async (text: string) => {
    await app.handlers['agent.message']({ sessionId: agent.sessionId, text }, CALLER)
    await app.app.idle()
    return wordsOf(host.sent().findLast((request) => JSON.stringify(request).includes(text)))
  }
  const told = await tell('GO ON')
  expect(told).toContain('- moon: What the moon does.')
  expect(told).toContain('These are gone and cannot be loaded: tides')
  expect((await tell('AND ON')).split('can be loaded now')).toHaveLength(2)
})
