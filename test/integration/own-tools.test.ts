import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CALLER, wordsOf } from '../support/hosts/agent-host.ts'
import { openRuleHost, type RuleHost } from '../support/hosts/rule-host.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

let host: RuleHost
beforeEach(async () => {
  host = await openRuleHost()
})
afterEach(() => host.close())

const TIDE = `description = "Notes a tide."
command = "tee tide.json"

[schema]
type = "object"
required = ["place"]
additionalProperties = false

[schema.properties.place]
type = "string"
`

it('offers a tool that a file describes, checks its arguments and judges its command', async () => {
  await host.put('home/tools/tide.toml', TIDE)
  await host.put('home/tools/broken.toml', 'description = "x"\ncommand = "true"\n[schema]\ntype = "string"\n')
  await host.put('project/.orrery/tools/show.toml', 'description = "Shows."\ncommand = "cat README.md"\n')
  host.answer(
    ['Begin', callScript([{ name: 'own__tide', args: { plaice: 1 } }])],
    ['do not fit', callScript([{ name: 'own__tide', args: { place: "St. John's $(x)" } }])],
    ['', textScript('Done.')],
  )
  const app = await host.start()
  const projectId = app.project.id
  await app.handlers['project.trust']({ projectId, trusted: true }, CALLER)
  const sessionId = await app.begin('Begin.')
  await app.until(async () => Object.keys((await app.look(sessionId)).folds.interactions).length > 0)
  const told = wordsOf(host.sent()[0])
  expect(told).toContain('`own__show`\\nA tool of this project. Shows.')
  expect(told).toContain('`own__tide`\\nA tool of the person. Notes a tide.')
  expect(told).not.toContain('own__broken')
  expect(host.askedWith('do not fit')).toHaveLength(1)

  const [ask] = Object.values((await app.look(sessionId)).folds.interactions)
  expect(ask).toMatchObject({ tool: 'own__tide', preview: { kind: 'command' } })
  const answer = { outcome: 'approved', remember: { scope: 'once' } } as const
  await app.handlers['interaction.answer'](
    { sessionId, requestId: ask?.requestId ?? ('' as never), ...answer },
    CALLER,
  )
  await app.app.idle()
  const written = await readFile(join(host.folder, 'project/tide.json'), 'utf8')
  expect(JSON.parse(written)).toEqual({ place: "St. John's $(x)" })
})

it('refuses what a rule about commands refuses', async () => {
  await host.add('home/config.toml', '\n[[permissions]]\ntool = "bash"\npattern = "tee *"\naction = "deny"\n')
  await host.put('home/tools/tide.toml', TIDE)
  host.answer(['Begin', callScript([{ name: 'own__tide', args: { place: 'x' } }])], ['', textScript('Done.')])
  const app = await host.start()
  await app.begin('Begin.')
  await app.app.idle()
  expect(wordsOf(host.sent().at(-1))).toContain('The permission rule Bash(tee:*) forbids this call.')
})
