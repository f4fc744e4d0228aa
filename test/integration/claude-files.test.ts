import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CALLER, wordsOf } from '../support/hosts/agent-host.ts'
import { fileOf } from '../support/hosts/definition-host.ts'
import { openRuleHost, type RuleHost } from '../support/hosts/rule-host.ts'
import { textScript } from '../support/models/model-script.ts'

let host: RuleHost
/** The requests with these words anywhere in them. */
const holding = (words: string) => host.sent().filter((request) => wordsOf(request).includes(words))

beforeEach(async () => {
  host = await openRuleHost()
  await host.put(
    'project/.claude/commands/explain.md',
    'Explain $1 by this: !`cat README.md` and @notes.txt\n',
  )
  await host.put(
    'project/.claude/commands/ship.md',
    fileOf('allowed-tools: Bash(git push:*)', 'Push: !`git push`'),
  )
  await host.put(
    'project/.claude/agents/sounder.md',
    fileOf('name: sounder\ndescription: Sounds.', 'You sound.'),
  )
  await host.put('project/notes.txt', 'High water at noon.\n')
  await host.put(
    'project/.claude/settings.json',
    JSON.stringify({
      hooks: {
        UserPromptSubmit: [
          {
            hooks: [
              {
                type: 'command',
                command: "grep -q forbidden && { echo 'Not this.' >&2; exit 2; } || echo 'It is Monday.'",
              },
            ],
          },
        ],
      },
    }),
  )
  await host.put('home/commands/mark.md', fileOf('allowed-tools: Bash(touch:*)', 'Mark: !`touch mark.txt`'))
  await host.put(
    'project/.orrery/commands/move.md',
    fileOf('description: Moves.', 'Move {{from}} to {{to}}.'),
  )
  await host.put('home/skills/tides/SKILL.md', fileOf('description: Reads tides.', 'Look at the moon.'))
  host.answer(['', textScript('Done.')])
})
afterEach(() => host.close())

it('uses the files of other programs once the folder is trusted, and judges what they would run', async () => {
  const app = await host.start()
  const { handlers, project } = app
  const projectId = project.id
  const names = async () =>
    (await handlers['commands.files']({ projectId }, CALLER)).commands.map(({ name }) => name)
  await handlers['project.trust']({ projectId, trusted: false }, CALLER)
  expect(await names()).toEqual(['mark'])
  await expect(app.begin('/explain tides')).rejects.toThrow('There is no command')
  await handlers['project.trust']({ projectId, trusted: true }, CALLER)
  expect(await names()).toEqual(['move', 'explain', 'ship', 'mark'])
  expect((await handlers['agents.list']({ projectId }, CALLER)).agents.map(({ id }) => id)).toContain(
    'sounder',
  )

  const sessionId = await app.begin('/explain tides')
  await app.app.idle()
  const sent = holding('Explain tides')
  expect(sent).toHaveLength(1)
  const words = wordsOf(sent[0])
  expect(words).toContain('# A project')
  expect(words).toContain('High water at noon.')
  expect(words).toContain('It is Monday.')
  const requests = host.sent().length

  await expect(app.say(sessionId, '/ship')).rejects.toThrow('`git push`, which needs your approval')
  await expect(app.say(sessionId, '/move from=a')).rejects.toThrow('/move needs a value for: to')
  expect(host.sent()).toHaveLength(requests)

  await app.say(sessionId, '/mark')
  expect(existsSync(join(host.folder, 'project/mark.txt'))).toBe(true)
  await app.say(sessionId, '/move from=a to=b')
  expect(holding('Move a to b.').length).toBeGreaterThan(0)

  const before = host.sent().length
  await app.say(sessionId, 'Something forbidden.')
  expect(host.sent()).toHaveLength(before)
})

it('hides a skill that is switched off', async () => {
  const app = await host.start()
  const { handlers, project } = app
  const projectId = project.id
  const off = async () =>
    (await handlers['skills.list']({ projectId }, CALLER)).skills.find(({ name }) => name === 'tides')?.isOff
  const sessionId = await app.begin('/tides now')
  await app.app.idle()
  expect(holding('Look at the moon.')).toHaveLength(1)
  await handlers['skills.turn']({ name: 'tides', on: false }, CALLER)
  expect(await off()).toBe(true)
  await expect(app.say(sessionId, '/tides now')).rejects.toThrow('There is no command')
  await handlers['skills.turn']({ name: 'tides', on: true }, CALLER)
  expect(await off()).toBeUndefined()
})
